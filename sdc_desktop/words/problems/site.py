"""What the problems of counts files and of counting at a site say: code -> (what happened, what to do)."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

_COPY_AGAIN = N_("copy the file again from the site, or count the data again")
WHY_RECORDS: Mapping[str, str] = {  # engine/method.py WhyRecords
    "records": N_("it compares or changes single records"),
    "groups": N_("it forms groups of similar single records"),
    "draws": N_("it draws a value for each single record"),
    "ranks": N_("it exchanges values between single records"),
    "requests": N_("it plays requests on single records"),
}
_COUNT_AGAIN = N_("have the site count again, and open the new counts file")

MESSAGES: Mapping[str, tuple[str, str]] = {
    "counts.coarse": (
        N_("{name} was counted from level {level} (0: as is) on, and figures before protection are of it"),
        N_("release it at that level or a coarser one; “apply” gives the figures of the records"),
    ),
    "counts.coarse_hierarchy": (
        N_("the hierarchy or the missing codes of {name} are not those that it was counted with"),
        N_("restore them, or have the site count with this plan"),
    ),
    "counts.coarse_loss": (
        N_("this loss measure depends on finer levels than were counted: {names}"),
        N_("minimise the share of the domain, discernibility or the average group size"),
    ),
    "counts.coarse_values": (
        N_("{name} was counted from level {level} (0: as is) on, and this job uses finer values"),
        N_("recode it to that level or a coarser one, or have the site count it as is"),
    ),
    "counts.lacks": (
        N_("the counts file does not hold these variables together: {names}"),
        N_("save the plan and have the site count with it (sdc-desktop counts PLAN)"),
    ),
    "counts.largest": (
        N_(
            "the counts file has {number:the largest amount|the {number} largest amounts} of "
            "each cell, and the rules need {wanted}"
        ),
        N_("save the plan and have the site count with it (sdc-desktop counts PLAN)"),
    ),
    "counts.no_records": (
        N_("this needs single records, and a counts file holds none"),
        N_("work on the records themselves, or choose a method that works on counts"),
    ),
    "counts.many": (
        N_("the counts file has {number} {number:combination|combinations}, so single steps take longer"),
        N_("have the site count fewer variables if this is too slow"),
    ),
    "counts.not_numbers": (
        N_(
            "the variable is declared continuous, but {number} {number:record has|records "
            "have} a value that is not a number"
        ),
        N_("give it another level, name its missing codes, or use the decimal mark {decimal}"),
    ),
    "counts.other_plan": (
        N_("the data were counted for a plan that declares these variables differently: {names}"),
        N_("restore their roles and missing codes, or have the site count with this plan"),
    ),
    "counts.other_policy": (
        N_("the data were counted under the site policy “{before}”; the active policy is “{now}”"),
        N_("ask the site whether its policy has changed, and have it count again"),
    ),
    "counts.order_of_records": (
        N_("only part of a class is suppressed, so the result depends on the order of the records"),
        N_("suppress whole records, change k, or run this step on the site (sdc-desktop apply)"),
    ),
    "counts.too_many": (
        N_(
            "{number} {number:combination needs|combinations need} about {wanted} GB of "
            "memory; {memory} GB is available"
        ),
        N_("have the site count fewer variables or jobs, or coarser values"),
    ),
    "counts.torn": (
        N_("the parts of the counts file are not of the same records"),
        _COUNT_AGAIN,
    ),
    "site.needs_records": (
        N_("{title} needs the records, and a counts file has only their numbers: {reason}"),
        N_("run it on the records of one stratum, or choose a method that works on counts"),
    ),
    "data.sample": (
        N_(
            "this is a sample for trial, {records} of {of} {of:record|records}: its figures "
            "are not those of all"
        ),
        N_("use it to try settings, and run the plan on all records"),
    ),
    "site.sample_all": (
        N_("the data have {number} {number:record|records}, and a sample has fewer"),
        N_("give a number from 1 to below this"),
    ),
    "site.sample_ending": (
        N_("the name of a sample ends with {ending}"),
        N_("choose a name with this ending"),
    ),
    "site.sampled": (
        N_("these records are a sample for trial"),
        N_("give all records, or a counts file of all"),
    ),
    "counts.changed": (
        N_("the counts file is damaged: a part of it differs from its description"),
        _COPY_AGAIN,
    ),
    "counts.ending": (
        N_("the name of a counts file ends with {ending}"),
        N_("choose a name with this ending"),
    ),
    "counts.newer": (
        N_("the counts file was written by a later version of the program"),
        N_("open it with this later version"),
    ),
    "counts.not_one": (
        N_("this is not a counts file, or it was changed after it was written"),
        _COPY_AGAIN,
    ),
    "counts.other_engine": (
        N_("the counts file was written by version {found}, whose results can differ from those of {own}"),
        N_("count the data again with version {own}"),
    ),
    "counts.too_large": (
        N_("the counts file would be larger than 4 GB"),
        N_("count fewer variables, or fewer jobs at a time"),
    ),
    "site.coarse_file": (
        N_("the file does not give levels above 0 by variable"),
        N_("write it as JSON, such as {example}"),
    ),
    "site.coarse_level": (
        N_("the hierarchy of {name} has no level {level} between as is (0) and its coarsest ({most})"),
        N_("choose one of its levels, or give the variable a hierarchy"),
    ),
    "site.coarse_not_counted": (
        N_("no job counts {name}, for which a level is given"),
        N_("remove it from the file of --coarse, or count a job that uses it"),
    ),
    "site.schemas_differ": (
        N_("the files of the folder have different columns; this file is the first that differs"),
        N_("write all files with the same columns and types, none of them called file_row_number"),
    ),
    "counts.other_data": (
        N_("these are not the records of the counts file: their counts differ"),
        N_("give the data that were counted, or count these and decide on them again"),
    ),
    "site.collation": (
        N_("Spark compares the texts of {name} in another way than by their characters"),
        N_("cast the column to STRING without a collation or a fixed length"),
    ),
    "site.identifier_type": (
        N_("Spark cannot draw by {name}, of type {type}"),
        N_("choose an identifier that is a text or a whole number, or convert it to text"),
    ),
    "site.needs_all_records": (
        N_("{title} cannot be applied on a cluster: {reason}"),
        N_("apply it with --on duckdb, or on the records of one stratum at a time"),
    ),
    "site.order_too_many": (
        N_(
            "a random order of {number} {number:record cannot|records cannot} be drawn; with "
            "the memory here {most} is the limit"
        ),
        N_("set the order as_is, or use a computer with more memory"),
    ),
    "site.no_data": (
        N_("the plan was decided on a counts file, and the records are not named"),
        N_("name the records with --data"),
    ),
    "site.conf": (
        N_("this line is not a setting of Spark"),
        N_("write it as spark.NAME = VALUE"),
    ),
    "site.conf_pinned": (
        N_("the program sets {name} itself, so that results are equal everywhere"),
        N_("delete the line"),
    ),
    "site.no_spark": (
        N_("pyspark is not installed here"),
        N_("install it with pip install sdc-desktop[site], or count with --on duckdb"),
    ),
    "site.not_numbers": (
        N_("{number} {number:record has|records have} a value that is not a number"),
        N_("choose another level of measurement, or declare these values as missing"),
    ),
    "site.nothing_to_count": (
        N_("no job of the plan can be decided from counts"),
        N_("add a job that works on counts, such as recoding, a search for levels, risk or a table"),
    ),
    "site.parquet_alone": (
        N_("Spark reads Parquet files, or a folder of them"),
        N_("convert the data to Parquet, or use --on duckdb"),
    ),
    "site.spark_failed": (
        N_("Spark ended with an error"),
        N_("read the log of Spark; give its executors more memory or fewer cores each, and try again"),
    ),
    "site.spark_not_started": (
        N_("Spark cannot be started"),
        N_("check Java (17 or later), spark.master and the settings in the file of --spark-conf"),
    ),
    "site.many": (
        N_("about {number} {number:combination|combinations} of {names} would be counted, more than {most}"),
        N_("count fewer variables or jobs, or give --large"),
    ),
    "site.too_many": (
        N_(
            "Spark counted {number} {number:combination|combinations} of {names}, which need "
            "about {wanted} GB of memory here; {memory} GB is available"
        ),
        N_("count fewer variables or jobs, or coarser values, or use a computer with more memory"),
    ),
    "site.type": (
        N_("Spark cannot read {name}, of type {type}, without changing its values"),
        N_("convert the column to text, a date or a timestamp with microseconds, without time zone"),
    ),
    "site.version": (
        N_("the cluster runs Spark {found}, and pyspark here is {own}"),
        N_("install the pyspark whose first two numbers are those of the cluster"),
    ),
}
