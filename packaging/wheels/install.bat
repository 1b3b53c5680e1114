@echo off
rem Finds the Python that the wheels were made for and lets install.py do the rest: install.bat FOLDER
py -@python@ -c "" 2>nul
if errorlevel 1 (
    echo Python @python@ is needed and was not found: install it with the installer of python.org.
    exit /b 1
)
py -@python@ "%~dp0install.py" %*
