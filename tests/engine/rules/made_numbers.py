"""Numbers drawn at random with check digits that are valid, and the same with one that is not."""

from string import ascii_uppercase


def _digits(draws, many):
    return "".join(draws.choices("0123456789", k=many))


def _date(draws, form="{day:02}{month:02}{year:02}"):
    return form.format(day=draws.randint(1, 28), month=draws.randint(1, 12), year=draws.randint(0, 99))


def _sum(text, weights):
    return sum(int(sign) * weight for sign, weight in zip(text, weights, strict=True))


def _luhn(text):
    doubled = "".join(str(2 * int(sign)) if place % 2 == 0 else sign for place, sign in enumerate(text[::-1]))
    return str(-sum(map(int, doubled)) % 10)


def _ended(text, check):
    return text + check, text + str((int(check) + 1) % 10)


def _until(draws, make, check_of):
    """A number whose check is a single figure."""
    while True:
        text = make()
        check = check_of(text)
        if 0 <= check <= 9:
            return _ended(text, str(check))


def card(draws):
    return _ended(text := "4" + _digits(draws, 14), _luhn(text))


def iban(draws):
    number = _digits(draws, 18)
    check = 98 - int(number + "131400") % 97
    return f"DE{check:02}{number}", f"DE{check % 97 + 2:02}{number}"


def nhs(draws):
    return _until(
        draws, lambda: "4" + _digits(draws, 8), lambda text: (11 - _sum(text, range(10, 1, -1)) % 11) % 11
    )


def austrian(draws):
    while True:
        serial, born = str(draws.randint(100, 999)), _date(draws)
        check = _sum(serial + born, (3, 7, 9, 5, 8, 4, 2, 1, 6)) % 11
        if check < 10:
            return f"{serial}{check} {born}", f"{serial}{(check + 1) % 10} {born}"


def swiss(draws):
    text = "756" + _digits(draws, 9)
    return _ended(text, str(-(sum(map(int, text[::2])) + 3 * sum(map(int, text[1::2]))) % 10))


def polish(draws):
    text = _date(draws, "{year:02}{month:02}{day:02}") + _digits(draws, 4)
    return _ended(text, str(-_sum(text, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3)) % 10))


def swedish(draws):
    born, serial = _date(draws, "{year:02}{month:02}{day:02}"), _digits(draws, 3)
    return _ended(f"{born}-{serial}", _luhn(born + serial))


def norwegian(draws):
    while True:
        text = _date(draws) + _digits(draws, 3)
        first = -_sum(text, (3, 7, 6, 1, 8, 9, 4, 5, 2)) % 11
        second = -_sum(f"{text}{first % 10}", (5, 4, 3, 2, 7, 6, 5, 4, 3, 2)) % 11
        if first < 10 and second < 10:
            return _ended(f"{text}{first}", str(second))


def danish(draws):
    while True:
        born, serial = _date(draws), _digits(draws, 3)
        check = -_sum(born + serial, (4, 3, 2, 7, 6, 5, 4, 3, 2)) % 11
        if check < 10:
            return _ended(f"{born}-{serial}", str(check))


def belgian(draws):
    born, serial = _date(draws, "{year:02}.{month:02}.{day:02}"), f"{draws.randint(1, 997):03}"
    number = int(born.replace(".", "") + serial)
    check, later = 97 - number % 97, 97 - (2_000_000_000 + number) % 97
    other = next(one for one in range(1, 98) if one not in (check, later))
    return f"{born}-{serial}.{check:02}", f"{born}-{serial}.{other:02}"


def french(draws):
    number = f"1{draws.randint(0, 99):02}{draws.randint(1, 12):02}75{_digits(draws, 6)}"
    check = 97 - int(number) % 97
    return f"{number}{check:02}", f"{number}{check % 97 + 1:02}"


def spanish(draws):
    number = _digits(draws, 8)
    letters = "TRWAGMYFPDXBNJZSQVHLCKE"
    place = int(number) % 23
    return number + letters[place], number + letters[(place + 1) % 23]


def finnish(draws):
    signs = "0123456789ABCDEFHJKLMNPRSTUVWXY"
    born, serial = _date(draws), f"{draws.randint(2, 899):03}"
    place = int(born + serial) % 31
    return f"{born}-{serial}{signs[place]}", f"{born}-{serial}{signs[(place + 1) % 31]}"


def german_pension(draws):
    area, born, letter = f"{draws.randint(2, 89):02}", _date(draws), draws.choice(ascii_uppercase)
    serial = f"{draws.randint(0, 99):02}"
    text = f"{area}{born}{ascii_uppercase.index(letter) + 1:02}{serial}"
    products = (
        int(one) * weight for one, weight in zip(text, (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1), strict=True)
    )
    return _ended(f"{area}{born}{letter}{serial}", str(sum(one // 10 + one % 10 for one in products) % 10))


def canadian(draws):
    text = str(draws.randint(1, 7)) + _digits(draws, 7)
    whole = text + _luhn(text)
    wrong = text + str((int(whole[-1]) + 1) % 10)
    return tuple(f"{one[:3]}-{one[3:6]}-{one[6:]}" for one in (whole, wrong))


def vehicle(draws):
    signs, values = "0123456789ABCDEFGHJKLMNPRSTUVWXYZ", "012345678912345678123457923456789"
    text = "1HG" + "".join(draws.choices(signs.replace("Z", ""), k=14))
    weights = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)
    rest = (
        sum(int(values[signs.index(sign)]) * weight for sign, weight in zip(text, weights, strict=True)) % 11
    )
    check = "0123456789X"
    return tuple(text[:8] + check[(rest + more) % 11] + text[9:] for more in (0, 1))


MADE = {
    "payment_card": card,
    "iban": iban,
    "nhs_number": nhs,
    "vehicle": vehicle,
    "national_number Austria": austrian,
    "national_number Belgium": belgian,
    "national_number Canada": canadian,
    "national_number Denmark": danish,
    "national_number Finland": finnish,
    "national_number France": french,
    "national_number Germany": german_pension,
    "national_number Norway": norwegian,
    "national_number Poland": polish,
    "national_number Spain": spanish,
    "national_number Sweden": swedish,
    "national_number Switzerland": swiss,
}
