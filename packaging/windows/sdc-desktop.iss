; The installer for Windows. `dev.py package` fills in what stands between @ signs and compiles it with Inno Setup 6.3.
; Its switches are in packaging/for-the-it-department.txt, "Windows in detail".

[Setup]
AppId={{@windows_id@}
AppName=@name@
AppVersion=@version@
AppVerName=@name@ @version@
AppPublisher=@publisher@
AppCopyright=@copyright@
VersionInfoVersion=@figures@
VersionInfoTextVersion=@version@
DefaultDirName={code:ProgramsFolder}\@name@
DefaultGroupName=@name@
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=commandline dialog
UsePreviousPrivileges=yes
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
LicenseFile=@licence@
ShowLanguageDialog=auto
@signing@SetupIconFile=@icons@\@command@.ico
UninstallDisplayIcon={app}\@command@.exe
UninstallDisplayName=@name@ @version@
ChangesAssociations=yes
CloseApplications=yes
Compression=lzma2/max
SolidCompression=yes
OutputDir=@output@
OutputBaseFilename=@command@-@version@-setup

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "de"; MessagesFile: "compiler:Languages\German.isl"

[CustomMessages]
en.FileTypes=Open plans and projects (.sdcplan, .sdcproj) with @name@
de.FileTypes=Pläne und Projekte (.sdcplan, .sdcproj) mit @name@ öffnen
en.DesktopIcon=An icon on the desktop
de.DesktopIcon=Ein Symbol auf dem Desktop
en.Start=Start @name@
de.Start=@name@ starten

[Tasks]
Name: "filetypes"; Description: "{cm:FileTypes}"
Name: "desktopicon"; Description: "{cm:DesktopIcon}"; Flags: unchecked

[InstallDelete]
; what an earlier version left: libraries of two versions must not be mixed
Type: filesandordirs; Name: "{app}\_internal"
Type: filesandordirs; Name: "{app}\licences"

[Files]
Source: "@program@\*"; DestDir: "{app}"; Flags: recursesubdirs createallsubdirs ignoreversion
Source: "@icons@\@sdcplan_icon@.ico"; DestDir: "{app}"; Flags: ignoreversion
Source: "@icons@\@sdcproj_icon@.ico"; DestDir: "{app}"; Flags: ignoreversion

[Icons]
Name: "{autoprograms}\@name@"; Filename: "{app}\@command@.exe"
Name: "{autodesktop}\@name@"; Filename: "{app}\@command@.exe"; Tasks: desktopicon

[Registry]
; HKA is the machine's registry or the user's, as the program is installed
Root: HKA; Subkey: "Software\Classes\.sdcplan\OpenWithProgids"; ValueType: string; ValueName: "SDCDesktop.sdcplan"; ValueData: ""; Flags: uninsdeletevalue; Tasks: filetypes
Root: HKA; Subkey: "Software\Classes\.sdcplan"; ValueType: string; ValueName: ""; ValueData: "SDCDesktop.sdcplan"; Flags: uninsdeletevalue; Tasks: filetypes
Root: HKA; Subkey: "Software\Classes\.sdcplan"; ValueType: string; ValueName: "Content Type"; ValueData: "@sdcplan_media@"; Flags: uninsdeletevalue; Tasks: filetypes
Root: HKA; Subkey: "Software\Classes\SDCDesktop.sdcplan"; ValueType: string; ValueName: ""; ValueData: "@sdcplan_name@"; Flags: uninsdeletekey; Tasks: filetypes
Root: HKA; Subkey: "Software\Classes\SDCDesktop.sdcplan\DefaultIcon"; ValueType: string; ValueName: ""; ValueData: "{app}\@sdcplan_icon@.ico"; Tasks: filetypes
Root: HKA; Subkey: "Software\Classes\SDCDesktop.sdcplan\shell\open\command"; ValueType: string; ValueName: ""; ValueData: """{app}\@command@.exe"" ""%1"""; Tasks: filetypes
Root: HKA; Subkey: "Software\Classes\.sdcproj\OpenWithProgids"; ValueType: string; ValueName: "SDCDesktop.sdcproj"; ValueData: ""; Flags: uninsdeletevalue; Tasks: filetypes
Root: HKA; Subkey: "Software\Classes\.sdcproj"; ValueType: string; ValueName: ""; ValueData: "SDCDesktop.sdcproj"; Flags: uninsdeletevalue; Tasks: filetypes
Root: HKA; Subkey: "Software\Classes\.sdcproj"; ValueType: string; ValueName: "Content Type"; ValueData: "@sdcproj_media@"; Flags: uninsdeletevalue; Tasks: filetypes
Root: HKA; Subkey: "Software\Classes\SDCDesktop.sdcproj"; ValueType: string; ValueName: ""; ValueData: "@sdcproj_name@"; Flags: uninsdeletekey; Tasks: filetypes
Root: HKA; Subkey: "Software\Classes\SDCDesktop.sdcproj\DefaultIcon"; ValueType: string; ValueName: ""; ValueData: "{app}\@sdcproj_icon@.ico"; Tasks: filetypes
Root: HKA; Subkey: "Software\Classes\SDCDesktop.sdcproj\shell\open\command"; ValueType: string; ValueName: ""; ValueData: """{app}\@command@.exe"" ""%1"""; Tasks: filetypes

[Run]
Filename: "{app}\@command@.exe"; Description: "{cm:Start}"; Flags: nowait postinstall skipifsilent

[Code]
{ What autopf gives, named by folders that Wine has, too. }
function ProgramsFolder(Unused: String): String;
begin
  if IsAdminInstallMode then
    Result := ExpandConstant('{commonpf}')
  else
    Result := ExpandConstant('{localappdata}\Programs');
end;
