; Lua has none.
