"""What the problems of secrets say: code -> (what happened, what to do)."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

SECRET_MESSAGES: Mapping[str, tuple[str, str]] = {
    "cell_key.identifiers": (
        N_(
            "record keys cannot be derived from {names}; records without an identifier: "
            "{missing}, with a repeated one: {repeated}"
        ),
        N_("specify other identifiers or a variable with keys, or set repeats to allow"),
    ),
    "cell_key.keys_too_fine": (
        N_("the record keys of {name} have too many digits for exact sums"),
        N_("store them with fewer decimals"),
    ),
    "cell_key.not_keys": (
        N_("{name} holds values that are not record keys in {number} records"),
        N_("use decimals from 0 to less than 1, or whole numbers below parts"),
    ),
    "prepare.key_beside_data": (
        N_("the key file {path} would be in the folder of the protected file"),
        N_("choose a folder outside it for key files (--keys DIR)"),
    ),
    "prepare.no_key_folder": (
        N_("no folder is set for the key file {path}, and it must not be beside the protected file"),
        N_("set a folder for key files (--keys DIR)"),
    ),
    "secret.file": (
        N_("the file of secrets is not a JSON object of names and hexadecimal digits"),
        N_("write each name with its digits in quotation marks; “sdc-desktop secret” prints digits"),
    ),
    "secret.made": (
        N_(
            "the plan had no secret for {names}; new ones were created, so the draws differ from earlier ones"
        ),
        N_("save the project to keep them"),
    ),
    "secret.missing": (
        N_("the plan has no secret for {name}, which protects by random draws"),
        N_("add one to secrets in the plan or in a file for --secrets; “sdc-desktop secret” prints one"),
    ),
    "secret.missing_order": (
        N_("the plan has no secret for {name}, the random order of the records"),
        N_("add one to secrets in the plan or in a file for --secrets; “sdc-desktop secret” prints one"),
    ),
    "secret.not_hexadecimal": (
        N_("a secret does not consist of an even number of hexadecimal digits"),
        N_("use the 64 digits that “sdc-desktop secret” prints"),
    ),
    "secret.readable": (
        N_("other users of this computer can read the file of secrets {path}"),
        N_("make it readable for you alone (chmod 600)"),
    ),
    "secret.weak": (
        N_("the secret {name} is weak: it could be found by trial and error"),
        N_("use the 64 digits that “sdc-desktop secret” prints"),
    ),
    "table.keys_by_order": (
        N_("the record keys follow the order of the file: sorting it again changes the noise"),
        N_("specify identifiers or a variable with keys for the record keys"),
    ),
}
