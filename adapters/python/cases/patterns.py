"""One use of every pattern of the queries, in the order of the files."""

# declaration
import first
import first.second as alias
from package import name
from package import other as renamed
from package import *

__all__ = ["function", "Class"]
__all__ += ["more"]
__all__ = ("function",)

type Alias = int

count: int = 0
total, rest = 1, [2]


def function(a, b: name = alias, c=renamed, *rest, **more) -> first.Type:
    """A string that opens a function."""
    global count
    if (n := len(rest)) > name:
        for item in rest:
            function(item)
    elif name is renamed:
        while True:
            break
    else:
        for other in [x for x in rest if x]:
            continue
    with open(a) as stream:
        stream.read()
    try:
        return function
    except (ValueError, first.Error) as error:
        raise Problem from error
    except KeyError:
        raise
    except first.Lost as lost:
        assert lost
    finally:
        del a

    def inner():
        nonlocal b
        yield name
        yield

    return inner(name, key=renamed), name


class Class(Base, first.Base, Generic[int], make(), metaclass=first.Meta):
    """A string that opens a class."""

    field: List[name] = name
    union: name | None
    quoted: "name"
    subscript: first.List[name]
    table = {name: renamed, "key": name}
    names = [name, *rest]
    group = {name, renamed}
    pair = (name, renamed)
    choice = name if count else renamed
    either = name or renamed
    same = name == renamed
    made = {x for x in rest if x}, {x: x for x in rest if x}, list(x for x in rest if x)

    @decorated
    @first.decorated(1)
    async def method(self):
        self.attribute = await self.method()
        self.attribute += 1
        return lambda row: row.name

    def choose(self, value):
        match value:
            case 1 if value > 0:
                return name
            case first.Class() as whole:
                return whole
            case _:
                return (yield)


function(name)
Class().method()


# %% The end
function(name)

T_bound = TypeVar("T_bound", bound=Class)


def in_string():
    return f"{Class}: {name.upper}"
