# Writes the values of variables as languages/steps/values.ts reads them. Lists, dicts and sets stand
# where they are held; where several names or places hold the same one, it is a box of its own, and
# they refer to it. Objects are always boxes. kinds.py stands in front of it.
_REFERENCES = {}


def reference(key):
    found = _REFERENCES.get(key)
    if found is None:
        if len(_REFERENCES) > 5000:
            _REFERENCES.clear()
        found = _REFERENCES[key] = _REFERENCE + number(key)
    return found


def growing(found):
    """The pairs of a dict to which more are added meanwhile."""
    done = 0
    while done < len(found):
        for pair in list(islice(found.items(), done, None)):
            yield pair
            done += 1


class Values:
    """Writes values. It first finds which lists, dicts and sets are held more than once."""

    def __init__(self, values):
        self.parts = {}
        self.shared = set()
        self.boxes = {}
        self.nodes = _NODES_MOST
        todo = [value for value in values if id(type(value)) not in _ATOM_IDS]
        for value in todo:
            kind = _kind_of(value)
            if kind.atom is not None:
                continue
            key = id(value)
            if key in self.parts:
                if kind.place == _SHARED:
                    self.shared.add(key)
                continue
            todo += self.look(key, kind, value)
            if len(todo) > 2 * _NODES_MOST:
                break

    def look(self, key, kind, value):
        """Notes the parts of a value. @returns those that have parts themselves"""
        found = self.parts[key] = kind.parts(value)
        parts = found[0]
        if are_atoms(parts):
            return ()
        return [part for part in parts if id(type(part)) not in _ATOM_IDS]

    def encode(self, value, depth=0):
        atom = _ATOMS.get(id(type(value)))
        if atom is not None:
            return atom(value)
        kind = _kind_of(value)
        if kind.atom is not None:
            return kind.atom(value)
        key = id(value)
        if kind.place == _BOX or key in self.shared:
            if key not in self.boxes:
                if len(self.boxes) == _BOXES_MOST:
                    return _ELSEWHERE
                self.boxes[key] = value
            return reference(key)
        return self.encode_parts(value, kind, depth)

    def encode_box(self, value):
        return self.encode_parts(value, _kind_of(value), 0)

    def encode_parts(self, value, kind, depth):
        if depth >= _DEPTH_MOST or self.nodes <= 0:
            return HIDDEN
        key = id(value)
        found = self.parts.get(key)
        if found is None:
            self.look(key, kind, value)
            found = self.parts[key]
        parts, before, left = found
        self.nodes -= 1 + len(parts)
        out = [kind.begin]
        for at, part in enumerate(parts):
            if before is not None:
                out.append(before[at])
            atom = _ATOMS.get(id(type(part)))
            out.append(atom(part) if atom is not None else self.encode(part, depth + 1))
        out.append(_END)
        out.append(number(left))
        return b"".join(out)
