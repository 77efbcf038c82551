# Records the steps of a program in the interpreter that runs it. It asks sys.monitoring for the lines of
# the program's own code only, so that the library runs at its full speed, and sys.settrace stays the
# program's own. languages/steps/read.ts describes the bytes of a step.
#
# It never runs code of the program: no method, no property, no metaclass. What it needs of the builtins
# is kept from before the program runs, types are known by `id`, and fields are read by the
# interpreter's own descriptors. kinds.py and values.py stand in front of it.

# interpreter.ts makes it.
_STEPS_FILE = "/dev/steps"
# As languages/program_files.ts has it.
_FILE_LINES = 100_000
# Far from the numbers that the program's own files get.
_DESCRIPTOR = 1000
_TOOL = 4
_NAME = "steps"
_events = sys.monitoring.events
_EVENTS = _events.LINE | _events.PY_RETURN | _events.PY_YIELD
_CALLBACKS = (_events.LINE, _events.PY_RETURN, _events.PY_YIELD, _events.JUMP)
# Of many calls, the variables of so many of the outermost and the innermost are kept up to date.
_OUTER_MOST, _INNER_MOST = 2, 10
# The most variables of one call, and of all together.
_CALL_MOST, _VARIABLES_MOST = 64, 16_000
_STEP_MOST = 160_000
_CLASS_FLAGS = 3  # A function's code has both: optimized, new locals.


# The name of the file that is started.
_start = [""]


def _codes(files):
    """The code of the program's functions, without that of expressions and annotations."""
    found, todo = [], [*files]
    for one in todo:
        name = one.co_name
        if one in files or name == "<lambda>" or not name.startswith(("<", "__annotate")):
            found.append(one)
        todo.extend(inner for inner in one.co_consts if type(inner) is CodeType)
    return found


def _short_loops(text, first):
    """The lines that have a loop with its body behind it: each round is a step."""
    return {first + at for at, line in enumerate(text.split("\n"), 1)
            if line.strip().startswith(("for ", "while ")) and not line.rstrip().endswith(":")}


def _line_of(frame):
    """The line of a frame as a step names it."""
    return _lines[frame.f_code.co_filename] + frame.f_lineno


def _name_of(code):
    if code.co_name == "<module>":
        return "" if code.co_filename == _start[0] else code.co_filename
    name = code.co_qualname.rpartition("<locals>.")[2].replace("<lambda>", "lambda")
    return name if code.co_flags & _CLASS_FLAGS else "class " + name


class _Call:
    """A call, with what the page knows of it: names, and the bytes of their values."""

    __slots__ = ("frame", "name", "names", "sent", "base", "entered", "is_still")

    def __init__(self, frame, entered):
        self.frame = frame
        self.name = _name_of(frame.f_code)
        self.names = []
        self.sent = []
        self.base = 0
        # The exception that was being handled when it began is not its own.
        self.entered = entered
        # Whether it waits, and nothing can change what the page knows of it.
        self.is_still = False

    def variables(self):
        """The variables by name; those that the page knows come first."""
        frame = self.frame
        if self.name == "":
            held = frame.f_globals
        else:
            held = frame.f_locals
            if type(held) is not FrameLocals and type(held) is not dict:
                return {}
        found = {name: value for name, value in held.items()
                 if type(name) is str and name[:2] != "__" and name[:1] != "." and not is_imported(value)}
        known = {name: found[name] for name in self.names if name in found}
        if len(known) < len(found):
            known.update(found)
        if len(known) > _CALL_MOST:
            known = dict(islice(known.items(), _CALL_MOST))
        return known


    def rest(self, values):
        """Only what an inner function may set, or has parts, changes while a call waits."""
        code = self.frame.f_code
        is_own = code.co_flags & _CLASS_FLAGS and not code.co_cellvars and not code.co_freevars
        self.is_still = bool(is_own) and are_atoms(values)


class _Tracer:
    def __init__(self):
        self.calls = []
        # So many calls of them the page knows.
        self.known = 0
        self.boxes = {}
        self.returned = None
        self.is_over = self.is_lost = False

    def begin(self, program, codes):
        self.flush = sys.__stdout__.flush
        self.loops = set()
        _start[0] = program["start"]
        for place, file in enumerate(program["files"]):
            name, text = file["name"], file["text"]
            if name not in codes:
                continue
            _lines[name] = place * _FILE_LINES
            self.loops |= _short_loops(text, _lines[name])
            if name == program["start"] or place == 0:
                # The program ends on the line after its last one.
                self.last = _lines[name] + text.rstrip().count("\n") + 2
        self.codes = {id(one): one for one in _codes([codes[name] for name in _lines])}
        opened = os.open(_STEPS_FILE, os.O_WRONLY)
        os.dup2(opened, _DESCRIPTOR)
        os.close(opened)
        os.unlink(_STEPS_FILE)
        # Where the program's calls use up the stack, those of the tracer have none left: it needs two.
        sys.setrecursionlimit(sys.getrecursionlimit() + 2)
        monitoring = sys.monitoring
        monitoring.use_tool_id(_TOOL, _NAME)
        self.callbacks = (self.on_line, self.on_leave, self.on_leave, self.on_jump)
        for event, callback in zip(_CALLBACKS, self.callbacks):
            monitoring.register_callback(_TOOL, event, callback)
        more = _events.JUMP if self.loops else 0
        for one in self.codes.values():
            monitoring.set_local_events(_TOOL, one, _EVENTS | more)

    def end(self, error):
        """@returns whether all steps were recorded"""
        if not self.is_over and self.is_mine():
            try:
                self.add_end(error)
            except BaseException:
                self.is_lost = True
        self.is_over = True
        return not self.is_lost

    def is_mine(self):
        """Whether the program has left the tracer alone."""
        try:
            for event, callback in zip(_CALLBACKS, self.callbacks):
                if get_callback(_TOOL, event, callback) is not callback:
                    self.is_lost = True
            for one in self.codes.values():
                if not get_events(_TOOL, one) & _events.LINE:
                    self.is_lost = True
        except BaseException:
            self.is_lost = True
        return not self.is_lost

    def add_end(self, error):
        """The last step shows what the last line has done."""
        frames = []
        at = error.__traceback__ if error is not None else None
        line = self.last
        while at is not None:
            if id(at.tb_frame.f_code) in self.codes:
                frames.append(at.tb_frame)
                line = _lines[at.tb_frame.f_code.co_filename] + at.tb_lineno
            at = at.tb_next
        if frames:
            same = 0
            while (same < len(frames) and same < len(self.calls)
                   and self.calls[same].frame is frames[same]):
                same += 1
            self.cut(same)
            self.calls.extend(_Call(frame, None) for frame in frames[same:])
        else:
            self.cut(1)
        if self.calls:
            is_exit = error is not None and issubclass(type(error), SystemExit)
            self.record(line, None if is_exit else error)

    # ---- what sys.monitoring calls

    def on_line(self, code, line):
        if self.is_over:
            return
        try:
            frame = getframe(1)
            error = exception()
            self.enter(frame, error)
            is_own = error is not None and self.calls[-1].entered != id(error)
            self.record(_lines[code.co_filename] + line, error if is_own else None)
        except BaseException:
            self.forget()

    def on_jump(self, code, offset, destination):
        """Another round of a loop in one line."""
        if destination <= offset and not self.is_over:
            frame = getframe(1)
            line = _line_of(frame)
            if line in self.loops:
                try:
                    self.enter(frame, exception())
                    self.record(line, None)
                except BaseException:
                    self.forget()

    def on_leave(self, code, offset, value):
        """A call that has ended is not held any longer: its objects are deleted when they should be."""
        calls = self.calls
        if len(calls) > 1 and not self.is_over:
            frame = getframe(1)
            for at in range(len(calls) - 1, 0, -1):
                if calls[at].frame is frame:
                    self.returned = None
                    if value is not None and is_atom(value) and code.co_flags & _CLASS_FLAGS:
                        self.returned = calls[at - 1], calls[at].name + "()", value
                    self.cut(at)
                    break

    # ---- the calls

    def cut(self, count):
        del self.calls[count:]
        if self.known > count:
            self.known = count

    def enter(self, frame, error):
        """Makes the calls those that lead to a frame."""
        calls = self.calls
        if calls and calls[-1].frame is frame:
            return
        new = []
        at = frame
        while at is not None:
            if id(at.f_code) in self.codes:
                place = len(calls) - 1
                while place >= 0 and calls[place].frame is not at:
                    place -= 1
                if place >= 0:
                    self.cut(place + 1)
                    break
                new.append(at)
            at = at.f_back
        else:
            self.cut(0)
        entered = None if error is None else id(error)
        calls.extend(_Call(one, entered) for one in reversed(new))

    def forget(self):
        """Tells everything anew with the next step."""
        self.known = 0
        self.boxes = None

    # ---- a step

    def visible(self):
        """The places of the calls whose variables are told."""
        count = len(self.calls)
        if count <= _OUTER_MOST + _INNER_MOST:
            return range(count)
        return [*range(_OUTER_MOST), *range(count - _INNER_MOST, count)]

    def record(self, line, error):
        try:
            self.flush()
        except ValueError:
            pass  # The program has closed it.
        calls = self.calls
        last = len(calls) - 1
        calls[last].is_still = False
        variables = {at: calls[at].variables() for at in self.visible() if not calls[at].is_still}
        inner = variables[last]
        if error is not None and "exception" not in inner and not is_in(error, inner.values()):
            inner["exception"] = Raised(error)
        if self.returned is not None:
            caller, name, value = self.returned
            if caller is calls[last]:
                inner[name] = value
            self.returned = None
        parts = [number(line)]
        self.put_names(parts, variables)
        for at in variables:
            if at != last:
                calls[at].rest(variables[at].values())
        values = Values([value for one in variables.values() for value in one.values()])
        self.put_values(parts, variables, values)
        self.put_boxes(parts, values)
        self.known = len(calls)
        try:
            write(_DESCRIPTOR, b"".join(parts))
        except OSError:
            self.is_over = self.is_lost = True

    def put_names(self, parts, variables):
        """The calls and variables that are new; what stands behind a change is told anew."""
        calls = self.calls
        stay = min(self.known, len(calls))
        keep = calls[stay - 1].base + len(calls[stay - 1].names) if stay > 0 else 0
        for at, found in variables.items():
            call = calls[at]
            names = list(found)
            if at < stay and names != call.names:
                same = 0
                while same < len(names) and same < len(call.names) and names[same] == call.names[same]:
                    same += 1
                if same < len(call.names) or at < stay - 1:
                    stay = at + 1
                    keep = call.base + same
                call.sent = call.sent[:same]
            elif at >= stay:
                call.sent = []
            call.names = names
            call.sent += [None] * (len(names) - len(call.sent))
        base = keep
        new = []
        if stay > 0:
            last = calls[stay - 1]
            new += last.names[keep - last.base:]
            base = last.base + len(last.names)
        parts += number(stay), number(len(calls) - stay)
        for at in range(stay, len(calls)):
            call = calls[at]
            if at not in variables:
                # It is told with the next step.
                call.sent = [None] * len(call.names)
                call.is_still = False
            if base + len(call.names) > _VARIABLES_MOST:
                call.names, call.sent = [], []
                if at in variables:
                    variables[at].clear()
            call.base = base
            base += len(call.names)
            new += call.names
            parts += word(call.name), number(call.base)
        parts += number(keep), number(len(new))
        for name in new:
            parts += word(name), b"\0"

    def put_values(self, parts, variables, values):
        size = 0
        for at, found in variables.items():
            call = self.calls[at]
            for place, value in enumerate(found.values()):
                encoded = values.encode(value)
                size += len(encoded)
                if size > _STEP_MOST:
                    encoded = HIDDEN
                if encoded != call.sent[place]:
                    call.sent[place] = encoded
                    parts += number(call.base + place + 1), encoded
        parts.append(b"\0")

    def put_boxes(self, parts, values):
        before, now = self.boxes or {}, {}
        put = []
        size = 0
        todo = values.boxes
        for key, value in growing(todo):
            encoded = values.encode_box(value)
            size += len(encoded)
            if size > _STEP_MOST // 4:
                encoded = HIDDEN
            now[key] = encoded
            put.append(number(key))
            put.append(b"\0" if before.get(key) == encoded else b"\1" + encoded)
        if self.boxes is not None and list(now) == list(before) and now == before:
            parts.append(b"\0")
        else:
            parts.append(b"\1")
            parts += put
            parts.append(b"\0")
        self.boxes = now
