# How the tracer writes a value of each type: those without parts, and kinds of the others.
import builtins, collections, enum, itertools, math, os, sys, types

# The program's files, each with the number by which a step names its first line, less one.
_lines = {}

# Kept from before the program runs: it may change the builtins.
for _one in ("AttributeError BaseException KeyError OSError SystemExit bytearray bytes complex dict enumerate float "
             "frozenset id int issubclass len list map max min range repr reversed bool set slice str "
             "tuple type ValueError zip").split():
    globals()[_one] = getattr(builtins, _one)
islice, flat = itertools.islice, itertools.chain.from_iterable
log10 = math.log10
write = os.write
getframe = sys._getframe
exception = sys.exception
get_callback = sys.monitoring.register_callback
get_events = sys.monitoring.get_local_events
CodeType, FunctionType, MethodType = types.CodeType, types.FunctionType, types.MethodType
BuiltinFunctionType, ModuleType = types.BuiltinFunctionType, types.ModuleType
MemberType, GetSetType = types.MemberDescriptorType, types.GetSetDescriptorType
SimpleNamespace, EnumType, deque = types.SimpleNamespace, enum.EnumType, collections.deque
FrameLocals = type((lambda: getframe().f_locals)())

_ITEMS_MOST, _DEPTH_MOST, _NODES_MOST, _BOXES_MOST = 30, 5, 600, 100
_TEXT_MOST, _WORD_MOST, _NAME_MOST = 200, 120, 60
_BIG = 1 << 63
# An integer with more bits is told by its size.
_BITS_MOST = 2000
_DIGITS_MOST = 40

# The tags of languages/steps/values.ts.
_INTEGER, _WORD, _TEXT, _TEXT_CUT = b"\x01", b"\x08", b"\x09", b"\x0a"
_LIST, _MAP, _OBJECT, _FIELD, _END = b"\x0b", b"\x0c", b"\x0d", b"\x0e", b"\x0f"
_ELSEWHERE, HIDDEN, _REFERENCE = b"\x12", b"\x15", b"\x17"
_FIRST = slice(0, _ITEMS_MOST)


def _leb(value):
    out = bytearray()
    while value >= 128:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


_SMALL = [_leb(value) for value in range(2048)]


def number(value):
    return _SMALL[value] if value < 2048 else _leb(value)


def _cut(data, most):
    # Not in the middle of a character.
    return data if len(data) <= most else data[:most].decode("utf-8", "ignore").encode()


def word(text):
    data = _cut(text.encode("utf-8", "replace"), _WORD_MOST)
    return number(len(data)) + data


# ---- values without parts

def _integer(value):
    found = _INTEGERS.get(value)
    if found is not None:
        return found
    if -_BIG <= value < _BIG:
        return _INTEGER + number(value << 1 if value >= 0 else (-value << 1) - 1)
    sign = "-" if value < 0 else ""
    value = max(value, -value)
    if value.bit_length() > _BITS_MOST:
        size = log10(value)
        return _WORD + word(f"{sign}{10 ** (size % 1):.4f}… ({int(size) + 1:,} digits)".replace(".", "", 1))
    digits = str(value)
    if len(digits) > _DIGITS_MOST:
        digits = f"{digits[:12]}…{digits[-4:]} ({len(digits):,} digits)"
    return _WORD + word(sign + digits)


_INTEGERS = {}
_INTEGERS = {value: _integer(value) for value in range(-256, 2048)}


def _text(value):
    data = value[:_TEXT_MOST].encode("utf-8", "replace")
    is_cut = len(value) > _TEXT_MOST or len(data) > _TEXT_MOST
    if is_cut:
        data = _cut(data, _TEXT_MOST)
    return (_TEXT_CUT if is_cut else _TEXT) + number(len(data)) + data


def _bytes(value):
    return _WORD + word(repr(bytes(value[:_ITEMS_MOST])) + ("…" if len(value) > _ITEMS_MOST else ""))


def _plain(show):
    return lambda value: _WORD + word(show(value))


_TRUE, _FALSE, _NONE = (_WORD + word(name) for name in ("True", "False", "None"))

_ATOMS = {
    int: _integer,
    str: _text,
    bool: lambda value: _TRUE if value else _FALSE,
    float: _plain(float.__repr__),
    type(None): lambda value: _NONE,
    complex: _plain(complex.__repr__),
    range: _plain(range.__repr__),
    bytes: _bytes,
    bytearray: _bytes,
    type(...): _plain(lambda value: "..."),
}
_ATOMS = {id(one): encode for one, encode in _ATOMS.items()}
_ATOM_IDS = frozenset(_ATOMS)


def are_atoms(values):
    return _ATOM_IDS.issuperset(map(id, map(type, values)))


def is_atom(value):
    return id(type(value)) in _ATOM_IDS


# ---- the kinds of values

_mro = type.__dict__["__mro__"].__get__
_type_name = type.__dict__["__name__"].__get__
_type_module = type.__dict__["__module__"].__get__
_type_dict = type.__dict__["__dict__"].__get__
_function_code = FunctionType.__dict__["__code__"].__get__
_function_name = FunctionType.__dict__["__name__"].__get__
_arguments = BaseException.__dict__["args"].__get__


# What reads the parts of a value returns a list of them, what is written before each or None, and how
# many are left out.
def _first(read, length):
    def parts(value):
        return list(islice(read(value), _ITEMS_MOST)), None, max(0, length(value) - _ITEMS_MOST)
    return parts


def _slice(of):
    get, length = of.__getitem__, of.__len__
    return lambda value: (list(get(value, _FIRST)), None, max(0, length(value) - _ITEMS_MOST))


def _pairs(value):
    parts = list(flat(islice(dict.items(value), _ITEMS_MOST)))
    return parts, None, max(0, dict.__len__(value) - _ITEMS_MOST)


# INLINE stands where it is held; SHARED does, too, unless it is held twice; BOX never does.
_INLINE, _SHARED, _BOX = range(3)


class _Kind:
    """How values of a type are shown. The type is held, so that no other gets its id."""

    __slots__ = ("type", "begin", "atom", "parts", "place")

    def __init__(self, of, *, atom=None, tag=_LIST, parts=None, place=_INLINE):
        self.type = of
        self.begin = tag + word(_label(of))
        # Writes a value that has no parts.
        self.atom = atom
        self.parts = parts
        self.place = place


def _label(of):
    name = _type_name(of)
    return "NoneType" if name is None else name[:_NAME_MOST]


_SEQUENCES = (
    (list, _slice(list), _SHARED),
    (tuple, _slice(tuple), _INLINE),
    (set, _first(set.__iter__, set.__len__), _SHARED),
    (frozenset, _first(frozenset.__iter__, frozenset.__len__), _INLINE),
    (deque, _first(deque.__iter__, deque.__len__), _SHARED),
)
# What a class may be derived from, and is then shown as.
_DERIVED = ((int, lambda value: int.__add__(value, 0)), 
            (str, lambda value: str.__getitem__(value, slice(None))), (float, lambda value: float.__add__(value, 0.0)))


def _make_kind(of):
    atom = _ATOMS.get(id(of))
    if atom is not None:
        return _Kind(of, atom=atom)
    if issubclass(of, type):
        return _Kind(of, atom=lambda value: _WORD + word("class " + _label(value)))
    if of is FunctionType:
        return _Kind(of, atom=_function)
    if of is MethodType:
        return _Kind(of, atom=lambda value: _WORD + word("method"))
    if issubclass(of, BaseException):
        return _exception_kind(of)
    if issubclass(type(of), EnumType):
        return _Kind(of, atom=_member(of))
    named = _named_fields(of)
    if named is not None:
        return _Kind(of, tag=_OBJECT, parts=named)
    for base, parts, place in _SEQUENCES:
        if issubclass(of, base):
            return _Kind(of, parts=parts, place=place)
    if issubclass(of, dict):
        return _Kind(of, tag=_MAP, parts=_pairs, place=_SHARED)
    for base, exact in _DERIVED:
        if issubclass(of, base):
            encode = _ATOMS[id(base)]
            return _Kind(of, atom=lambda value: encode(exact(value)))
    if is_own_class(of) or of is SimpleNamespace:
        return _Kind(of, tag=_OBJECT, parts=_named_parts(of), place=_BOX)
    label = _WORD + word(_label(of) + " object")
    return _Kind(of, atom=lambda value: label)


def is_own_class(of):
    module = _type_module(of)
    return type(module) is str and (module == "__main__" or module + ".py" in _lines)


def _function(value):
    code, name = _function_code(value), _function_name(value)
    names = ", ".join(code.co_varnames[:code.co_argcount][:6])
    return _WORD + word(f"lambda {names}".rstrip() if name == "<lambda>" else f"function {name[:_NAME_MOST]}({names})")


def _member(of):
    """A member of an enumeration, by its name."""
    fields = _fields_of(of)
    label = _label(of)

    def encode(value):
        for name, one in fields(value):
            if name == "_name_" and type(one) is str:
                return _WORD + word(f"{label}.{one}")
        return _WORD + word(label)
    return encode


def _named_fields(of):
    """The fields of a named tuple."""
    names = _type_dict(of).get("_fields") if issubclass(of, tuple) else None
    if type(names) is not tuple or not all_text(names):
        return None
    before = [_FIELD + word(name) for name in names[:_ITEMS_MOST]]

    def read(value):
        parts = list(tuple.__getitem__(value, _FIRST))
        return parts[:len(before)], before, 0
    return read


def all_text(names):
    for name in names:
        if type(name) is not str:
            return False
    return True


def _fields_of(of):
    """Reads the fields of an object by the interpreter's own descriptors, never the program's."""
    held, slots = None, []
    for one in _mro(of):
        for name, found in _type_dict(one).items():
            if type(name) is not str:
                continue
            if name == "__dict__" and held is None:
                held = found
            elif type(found) is MemberType and is_own_class(one):
                slots.append((name, found.__get__))
    get_dict = held.__get__ if type(held) is GetSetType else None

    def read(value):
        found = []
        for name, get in slots:
            try:
                found.append((name, get(value)))
            except AttributeError:
                pass
        if get_dict is not None:
            found += islice(dict.items(get_dict(value)), _ITEMS_MOST)
        return [pair for pair in found if type(pair[0]) is str]
    return read


def _named_parts(of, read=None):
    """Reads the fields of an object, with their names."""
    read = read or _fields_of(of)
    # A name such as __items is kept as _Class__items.
    hidden = f"_{_label(of).lstrip('_')}__"
    words = {}

    def before(name):
        found = words.get(name)
        if found is None:
            shown = name[len(hidden) - 2:] if name.startswith(hidden) else name
            found = _FIELD + word(shown)
            if len(words) < 100:
                words[name] = found
        return found

    def parts(value):
        found = read(value)
        return [one for _, one in found], [before(name) for name, _ in found], 0
    return parts


class Raised:
    """An exception at the step at which it is raised or handled."""

    __slots__ = ("error",)

    def __init__(self, error):
        self.error = error


def _exception_text(error):
    name = _label(type(error))
    given = _arguments(error)
    if len(given) != 1 or not is_atom(given[0]):
        return name
    [one] = given
    if type(one) is str and type(error) is not KeyError:
        return f"{name}: {one[:_WORD_MOST]}"
    return f"{name}: {repr(one)[:_WORD_MOST]}" if type(one) is not int else f"{name}: {one if one.bit_length() < 64 else ''}"


def _exception_kind(of):
    def say(error):
        return _WORD + word(_exception_text(error))
    if not is_own_class(of):
        return _Kind(of, atom=say)
    fields = _fields_of(of)
    parts = _named_parts(of, lambda error: [("exception", Raised(error)), *fields(error)])
    return _Kind(of, tag=_OBJECT, parts=parts, place=_BOX)


_KINDS = {}


def _kind_of(value):
    of = type(value)
    kind = _KINDS.get(id(of))
    if kind is None:
        kind = _KINDS[id(of)] = _make_kind(of)
    return kind


_KINDS[id(Raised)] = _Kind(Raised, atom=lambda value: _WORD + word(_exception_text(value.error)))


def is_in(one, values):
    for value in values:
        if value is one:
            return True
    return False


def is_imported(value):
    """Whether it is a module, or a function or class of one: no variable of the program."""
    of = type(value)
    if of is FunctionType:
        return _function_code(value).co_filename not in _lines
    if of is BuiltinFunctionType or of is ModuleType:
        return True
    return issubclass(of, type) and not is_own_class(value)
