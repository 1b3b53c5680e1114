"""What the problems of counts files and of counting at a site say: code -> (what happened, what to do)."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

_COPY_AGAIN = N_("copy the file again from the site, or count the data again")

SITE_MESSAGES: Mapping[str, tuple[str, str]] = {
    "data.sample": (
        N_("this is a sample for trial, {records} of {of} records: its figures are not those of all"),
        N_("use it to try settings, and run the plan on all records"),
    ),
    "site.sample_all": (
        N_("the data have {number} records, and a sample has fewer"),
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
        N_("a random order of {number} records cannot be drawn; with the memory here {most} is the limit"),
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
        N_("{number} records have a value that is not a number"),
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
        N_("about {number} combinations of {names} would be counted, more than {most}"),
        N_("count fewer variables or jobs, or give --large"),
    ),
    "site.too_many": (
        N_(
            "Spark counted {number} combinations of {names}, which need about {wanted} GB of memory here; "
            "{memory} GB is available"
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
