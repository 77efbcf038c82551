# Runs a program and reports its end in JSON. It is loaded before the snapshot.
import ast, builtins, errno, importlib.machinery, io, json, linecache, os, random, sys, traceback, types, warnings
import collections, dataclasses, datetime, functools, itertools, math, re, string, typing

_HIDDEN = {"js", "pyodide", "pyodide_js", "_pyodide", "_pyodide_core"}
_FRAMES_MOST = 20
_CALL = "<call>"
# Of an error: the file itself reads input, so that what it defines after that is not there. program.ts
# has it, too.
_READS = "the file itself reads input"
# Kept, because a program may put others in their place.
_to_json, _of_json = json.dumps, json.loads
_write, _open = os.write, os.open
_builtins = dict(builtins.__dict__)
_TEXT_MOST = 2000


class _Hidden:
    """Finds nothing of JavaScript."""

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in _HIDDEN:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


def _hide():
    for name in list(sys.modules):
        if name.split(".")[0] in _HIDDEN:
            del sys.modules[name]
    sys.meta_path[:] = [one for one in sys.meta_path
                        if not type(one).__module__.startswith("_pyodide")]
    sys.meta_path.insert(0, _Hidden())
    sys.excepthook = sys.__excepthook__


# The errors of the system in the order of Linux, from 1: WebAssembly has other numbers for them.
_ERRORS = """EPERM ENOENT ESRCH EINTR EIO ENXIO E2BIG ENOEXEC EBADF ECHILD EAGAIN ENOMEM EACCES EFAULT
    ENOTBLK EBUSY EEXIST EXDEV ENODEV ENOTDIR EISDIR EINVAL ENFILE EMFILE ENOTTY ETXTBSY EFBIG ENOSPC
    ESPIPE EROFS EMLINK EPIPE EDOM ERANGE EDEADLK ENAMETOOLONG ENOLCK ENOSYS ENOTEMPTY ELOOP""".split()
_RAISES, _TOOL = sys.monitoring.events.RAISE, 3
_numbers = {getattr(errno, name): number for number, name in enumerate(_ERRORS, 1)
            if hasattr(errno, name)}
_texts = {number: os.strerror(number) for number in _numbers}


def _renumber(code, offset, error):
    """Gives an error of the system, while it is raised, its number on Linux."""
    if isinstance(error, OSError) and type(error).__module__ == "builtins":
        number = error.errno
        # Not one that the program has made, or that has it already.
        if type(number) is int and error.strerror == _texts.get(number):
            error.errno = _numbers[number]
            error.args = (error.errno, *error.args[1:])


def _be_linux():
    for number, name in enumerate(_ERRORS, 1):
        setattr(errno, name, number)
        errno.errorcode[number] = name
    texts = {_numbers[number]: text for number, text in _texts.items()}
    strerror = os.strerror
    os.strerror = lambda number: texts.get(number) or strerror(number)
    sys.monitoring.use_tool_id(_TOOL, "errors")
    sys.monitoring.register_callback(_TOOL, _RAISES, _renumber)
    sys.monitoring.set_events(_TOOL, _RAISES)


_be_linux()


def _text(value):
    try:
        return str(value)[:_TEXT_MOST]
    except BaseException:
        return ""


def _place(error):
    """Where the compiler stopped; lines and columns begin at 1."""
    place = {"line": error.lineno or 1, "column": error.offset or 1}
    if error.end_lineno and error.end_offset and error.end_offset > 0:
        place |= {"endLine": error.end_lineno, "endColumn": error.end_offset}
    return place


def _compile_all(program):
    """Returns the code of each file of Python, or None, and what the compiler says."""
    codes, messages = {}, []
    for file in program["files"]:
        name = file["name"]
        if name.endswith(".py"):
            codes[name], found = _compile(file["text"], name)
            messages += [one | {"file": name} for one in found]
    return codes, messages


def _compile(source, name):
    messages = []
    code = None
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            code = compile(source, name, "exec", dont_inherit=True)
        except SyntaxError as error:
            messages.append({"severity": "error", "type": type(error).__name__,
                             "message": _text(error.msg), **_place(error)})
        except (ValueError, OverflowError, MemoryError, RecursionError) as error:
            messages.append({"severity": "error", "type": type(error).__name__,
                             "message": _text(error), "line": 1, "column": 1})
    for one in caught:
        if issubclass(one.category, SyntaxWarning):
            messages.append({"severity": "warning", "type": "SyntaxWarning",
                             "message": _text(one.message), "line": one.lineno or 1, "column": 1})
    return code, messages


def _harness_check(program):
    return _to_json(_compile_all(_of_json(program))[1])


# The names of the program's files that may be named.
_shown = set()


class _Given:
    """Imports the files of the program: a hidden one is nowhere else."""

    def __init__(self, codes):
        self.codes = codes

    def find_spec(self, name, path=None, target=None):
        file = name + ".py"
        if file not in self.codes:
            return None
        spec = importlib.machinery.ModuleSpec(name, self, origin=file)
        spec.has_location = True
        return spec

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(self.codes[module.__name__ + ".py"], module.__dict__)


def _describe(error):
    """The facts of an exception; the frames are those of the program."""
    frames = []
    at = error.__traceback__
    depth = 0
    calls = {}
    while at is not None:
        file = at.tb_frame.f_code.co_filename
        if file in _shown:
            depth += 1
            name = at.tb_frame.f_code.co_name
            calls[name] = calls.get(name, 0) + 1
            frames.append({"file": file, "line": at.tb_lineno, "function": name})
            if len(frames) > _FRAMES_MOST:
                del frames[0]
        at = at.tb_next
    facts = {"type": type(error).__name__, "message": _text(error), "frames": frames,
             "depth": depth, "most": max(calls, key=calls.get) if calls else None}
    if isinstance(error, (NameError, AttributeError, ModuleNotFoundError)):
        facts["name"] = _text(error.name)
    if isinstance(error, AttributeError):
        facts["of"] = type(error.obj).__name__
    if isinstance(error, SyntaxError):
        facts["message"] = _text(error.msg)
    return facts


def _own(trace, seen):
    """Leaves out the frames that are not the program's, here and in the causes."""
    if trace is None or id(trace) in seen:
        return
    seen.add(id(trace))
    trace.stack = traceback.StackSummary.from_list(
        [frame for frame in trace.stack if frame.filename in _shown])
    _own(trace.__cause__, seen)
    _own(trace.__context__, seen)


def _say(error):
    """The traceback as Python prints it; returns its last line."""
    try:
        trace = traceback.TracebackException.from_exception(error, limit=-1000)
        _own(trace, set())
        text = "".join(trace.format())
        if not trace.stack:
            text = "".join(trace.format_exception_only())
        sys.stderr.write(text[:50_000])
        return list(trace.format_exception_only())[-1].strip()[:_TEXT_MOST]
    except BaseException:
        return type(error).__name__


def _main(program, codes):
    """Makes the file that is started the main module; the others can be imported and read."""
    start = program["start"]
    main = types.ModuleType("__main__")
    main.__dict__.update(__builtins__=builtins, __file__=start, __annotations__={})
    sys.modules["__main__"] = main
    sys.argv = [start]
    # They are alone in the folder in which the program runs.
    os.rmdir("/home/web_user")
    for one in program["files"]:
        name, text = one["name"], one["text"]
        if one.get("hidden"):
            continue
        _shown.add(name)
        linecache.cache[name] = (len(text), None, text.splitlines(True), name)
        with open(name, "w", encoding="utf-8", newline="") as file:
            file.write(text)
    sys.meta_path.insert(0, _Given(codes))
    return main.__dict__


def _flush():
    for stream in (sys.__stdout__, sys.__stderr__):
        try:
            stream.flush()
        except BaseException:
            pass


def _ending(error):
    if error is None:
        return {"ending": "finished"}
    if isinstance(error, SystemExit):
        code = error.code
        if code is not None and not isinstance(code, int):
            sys.stderr.write(_text(code) + "\n")
            code = 1
        return {"ending": "exit", "code": int(code or 0)}
    described = _describe(error)
    return {"ending": "error", "error": described | {"lastLine": _say(error)}}


def _harness_run(program, tracer=None):
    """Runs a program. A tracer records its steps."""
    program = _of_json(program)
    codes, messages = _compile_all(program)
    _hide()
    random.seed()
    names = _main(program, codes)
    call = program.get("call")
    ended = None
    try:
        if call is not None:
            _import_for_call(codes[program["start"]], names, program["start"])
        if tracer:
            tracer.begin(program, codes)
        if call is None:
            exec(codes[program["start"]], names)
        else:
            _make(call, names)
    except BaseException as error:
        ended = error
    builtins.__dict__.update(_builtins)
    _flush()
    # What describes an exception may run the program's own methods, which are no steps.
    are_lost = tracer is not None and not tracer.end(ended)
    found = _ending(ended)
    _flush()
    return _to_json(found | {"areStepsLost": are_lost})


def _import_for_call(code, names, start):
    """Runs the file as an import does: what it prints to try itself is no part of the call's output."""
    names["__name__"] = start.removesuffix(".py")
    sys.modules[names["__name__"]] = sys.modules["__main__"]
    out, nowhere = os.dup(1), _open("/dev/null", os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        exec(code, names)
    except EOFError as error:
        error.args = (_READS,)
        raise
    finally:
        _flush()
        os.dup2(out, 1)


def _make(call, names):
    """Runs the statements of a call, and prints the value of the last one if it is an expression."""
    tree = ast.parse(call, _CALL)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, _CALL, "exec"), names)
    if last is not None:
        value = eval(compile(ast.Expression(last.value), _CALL, "eval"), names)
        print(repr(value))


def _harness_trace(program):
    return _harness_run(program, _tracer["_Tracer"]())


# interpreter.ts makes the file.
def _harness_tell(answer):
    _write(_open("/dev/answer", os.O_WRONLY), answer.encode())
