"""What the problems of a site policy say: code -> (what happened, what to do)."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

_REMEDY = N_("follow the policy or enter a reason for {key}")

POLICY_MESSAGES: Mapping[str, tuple[str, str]] = {
    "policy.another": (
        N_("the plan was created under the policy {made}; the active policy is {policy}"),
        N_("check whether earlier decisions are still valid"),
    ),
    "policy.beyond_administrators": (
        N_("the policy {other} is weaker than the administrator's policy {policy}: {weaker}"),
        N_("open a policy that is at least as strict, or contact your administrator"),
    ),
    "policy.changed": (
        N_("the file of the policy {made} is not the one that the plan was made under"),
        N_("check whether earlier decisions are still valid"),
    ),
    "policy.cover": (
        N_("the policy {policy} requires this field on the report cover: {field}"),
        N_("write it on the line that the report leaves for it"),
    ),
    "policy.empty_range": (
        N_("nothing is at least {least} and at most {most}"),
        N_("exchange the two, or leave one out"),
    ),
    "policy.no_bound": (
        N_("the limit says neither at_least nor at_most nor one_of"),
        N_("add one of them"),
    ),
    "policy.no_criterion": (
        N_("the policy {policy} asks for the criterion {asked}, which is not there"),
        _REMEDY,
    ),
    "policy.no_rule": (
        N_("the policy {policy} asks for the {asked} rule, which is not there"),
        _REMEDY,
    ),
    "policy.not_a_number": (
        N_("{param} is no number, so it has no least and no greatest value"),
        N_("use one_of"),
    ),
    "policy.not_an_object": (
        N_("the file is not a policy: it is not a JSON object"),
        N_("check that this is the right file"),
    ),
    "policy.not_here": (
        N_("the plan was made under the policy {made}, which is not in force here"),
        N_("open that policy to have the plan held against it"),
    ),
    "policy.not_measured": (
        N_("the policy {policy} requires a risk measurement of every exported file"),
        N_("add a risk job that takes its input from this one, or give a reason for {key}"),
    ),
    "policy.order": (
        N_("the policy {policy} requires exported records in random order"),
        _REMEDY,
    ),
    "policy.reasoned": (
        N_("{path}: the policy {policy} requires {asked}; the plan has {found}: {reason}"),
        N_("make sure that the person who decides on the release knows this"),
    ),
    "policy.relative_folder": (
        N_("the path is not absolute: {path}"),
        N_("enter the whole path, or one that begins with ~"),
    ),
    "policy.unknown_kind": (
        N_("{kind} is no kind of job"),
        N_("choose one of {kinds}"),
    ),
    "policy.unknown_param": (
        N_("jobs of the kind {kind} have no single value {param}"),
        N_("check the path; entries of a list are named by their kind: criteria[k_anonymity].k"),
    ),
    "policy.weaker": (
        N_("{path}: the policy {policy} requires {asked}; the plan has {found}"),
        _REMEDY,
    ),
}
