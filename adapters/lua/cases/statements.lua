-- Statements that the other sample does not have.
local function later(value)
  if type(value) == "table" then
    return Point.new(value)
  end
  coroutine.yield(value)
  goto done
  ::done::
  return value
end
