# Makes the files of this folder: `Rscript make.R` in it, with R 4.2 and no package.
tagged <- function(letter) {
  bytes <- writeBin(NA_real_, raw())
  bytes[5] <- charToRaw(letter)
  readBin(bytes, "double")
}
long <- function(...) {  # as bit64 has them
  bytes <- writeBin(c(...), raw())
  structure(readBin(bytes, "double", length(bytes) / 8), class = "integer64")
}
latin <- "Z\xfcrich"
Encoding(latin) <- "latin1"
zoned <- as.POSIXct(c("2024-05-01 08:30:00", "2024-05-02 00:00:00", NA, "1999-12-31 23:00:01.5"), tz = "Europe/Zurich")
survey <- data.frame(
  id = 1:4, age = c(31.5, NA, NaN, Inf), children = c(1, 2, NA, 4),
  sex = factor(c("m", "f", NA, "m"), levels = c("m", "f", "x")),
  grade = factor(c("low", "high", "mid", NA), levels = c("low", "mid", "high"), ordered = TRUE),
  town = c(latin, "NA", NA, "\u65e5\u672c"), member = c(TRUE, FALSE, NA, TRUE),
  born = as.Date(c("1990-02-28", "2024-02-29", NA, "1900-01-01")), seen = as.POSIXct(format(zoned), tz = "UTC"),
  zoned = zoned
)
survey$parts <- as.POSIXlt(survey$seen)
survey$stay <- as.difftime(c(1, 2.5, NA, 3), units = "days")
survey$clock <- structure(c(30600, NA, 0, 86399.5), class = c("hms", "difftime"), units = "secs")
survey$account <- long(5L, 0L, -1L, -1L, 0L, NA, 7L, 1L)
survey$answer <- structure(c(1, tagged("a"), 2, 9), label = "A question",
  labels = c(yes = 1, no = 2, refused = tagged("a")), class = c("haven_labelled", "vctrs_vctr", "double"))
survey$spss <- structure(c(1, 98, 2, -9), label = "Another", labels = c(yes = 1, no = 2, refused = 98),
  na_values = -9, na_range = c(97, 99), class = c("haven_labelled_spss", "haven_labelled", "vctrs_vctr", "double"))
survey$month <- structure(c(2024, 2024.5, 2025, NA), class = "yearmon")

saveRDS(survey, "survey.rds")
saveRDS(survey, "xz.rds", version = 2, compress = "xz")
saveRDS(survey, "bzip2.rds", compress = "bzip2")
to <- file("little.rds", "wb")
serialize(survey, to, xdr = FALSE)
close(to)
saveRDS(survey[c("id", "age", "sex", "town", "born")], "ascii.rds", ascii = TRUE, compress = FALSE)
saveRDS(data.frame(number = 1:300, text = as.character(1:300), half = as.character(c(0.5 * (1:299), 1e5)),
  step = seq(0.25, by = 0.25, length.out = 300), sorted = sort(as.double(300:1))), "short.rds")

people <- data.frame(age = c(31, 40), row.names = c("Ann", "Ben"))
towns <- data.frame(town = c("Bern", "Thun", "Biel"))[2:3, , drop = FALSE]
model <- lm(dist ~ speed, cars[1:5, ])
twice <- compiler::cmpfun(function(x) { y <- x; for (i in 1:3) y <- y * i; y })
itself <- new.env()
assign("me", itself, itself)
object <- setClass("P", representation(x = "numeric"))(x = 1)
counts <- table(c("a", "b", "a"))
save(people, towns, model, twice, itself, object, counts, file = "several.RData")
save(people, file = "people.rda")
saveRDS(list(first = people, second = towns, size = 2), "list.rds")
saveRDS(counts, "counts.rds")
listed <- data.frame(a = 1:2)
listed$l <- list(1, 2)
saveRDS(listed, "listed.rds")
wide <- data.frame(a = 1:2)
wide$m <- matrix(1:4, 2)
saveRDS(wide, "matrix.rds")
saveRDS(data.frame(a = 1, a = 2, check.names = FALSE), "twice.rds")
saveRDS(data.frame(a = 1)[0, , drop = FALSE], "empty.rds")
saveRDS(data.frame(), "nothing.rds")
