#!/usr/bin/env lua
--- A sample that every pattern hits.

local shapes = require("shapes.all")
local area = require("shapes.all").area
lazy = require("shapes.lazy")
dofile("setup.lua")

local M = { size = 1, grow = function(by) return by end, ["odd key"] = shapes }
M.parts = {}
M.draw = function(what) return shapes.draw(what) end
M.alias = shapes.draw

--- Shrinks.
function M.shrink(by, ...)
  return by
end

function M.parts.first(list)
  return list[1]
end

local Animal = {}
Animal.__index = Animal

--- Makes an animal.
function Animal.new(name)
  local self = setmetatable({}, Animal)
  self.name = name
  self.age, self.kind = 1, area
  return self
end

function Animal:speak(loudly)
  if not self.name then return nil end
  return self:voice(loudly) .. self.name
end

local Dog = setmetatable({}, { __index = Animal })
local Cat = {}
setmetatable(Cat, { __index = Animal })
local Cow = {}
setmetatable(Cow, Animal)
Cow.__index = Animal
local Horse = class("Horse", Animal)
local Pony = Horse:extend()

settings = { deep = true }
counter = 1
local first, second <const> = 1, 2
local third
local late, later
local flag <const> = true

local function helper(a)
  local b, c = a, a
  local d = b
  local e
  local print = print
  if a == nil then
    e = c
  elseif b then
    e = function() return d end
  else
    e = helper
  end
  for i = 1, 10 do
    break
  end
  for key, value in pairs(M) do
    print(key, value.name)
    value:speak():trim()
    value.act()
  end
  while a do
    a = nil
  end
  repeat
    local done = true
  until done
  do
    local inner = 1
  end
  if first then
    counter = 2
  end
  if (second) and shapes.draw then
    error("no")
  elseif shapes.ready then
    assert(a)
  end
  pcall(helper, a)
  e, d = helper(d), -c
  return { run = helper, stop = function() end }
end

shape = function(x) return x end
local square = function(x) return x * x end

shape = lazy.shape
lazy.each(M, function(item) return item end)
lazy.with({ done = function() return first or second end })
helper(settings[first])

return M
