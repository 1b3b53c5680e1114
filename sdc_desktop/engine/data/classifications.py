"""Names of classifications: occupation, activity, place. Their codes are whole numbers but no amounts."""

from sdc_desktop.engine.data.suspicion import listed_words, words_of_name

_CLASSIFICATIONS = listed_words(
    """
    activity ags anzsco anzsic area bezirk bfs branch branche bundesland canton cip citizenship city
    coicop country county cpc cpv district fips gemeinde gemeindenummer geburtsland hs icd industry
    isced isco isic job kanton kldb kommune kreis krs land landkreis lau municipality nace naics
    nationality nationalitat noga nuts oenace onace occ occupation occupational ort ow place plz
    postalcode postcode postleitzahl prodcom province provinz region sector sektor sic siccode soc
    sni ssyk staat staatsangehorigkeit state subregion town wirtschaftszweig wz zip zipcode beruf
    berufsgruppe berufsklassifikation profession ind
    """
)
_BESIDE = listed_words(  # words that a name may have besides
    """
    birth birthplace c class code codes cd current digit digits father group id key kennziffer last
    main mother nr num number of origin partner res residence rev schluessel schlussel school v work
    workplace statistical major minor sub
    """
)


def is_classification(name: str) -> bool:
    """Whether a name is the name of a classification, alone or with words such as *code* or *work*."""
    words = words_of_name(name)
    named = {word for word in words if word in _CLASSIFICATIONS}
    if "".join(words) in _CLASSIFICATIONS:
        return True
    return bool(named) and all(word in named or word in _BESIDE for word in words)
