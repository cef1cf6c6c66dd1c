local text = require("tools.text")

-- What a file gives may be written where it ends.
return { trim = text.trim, join = function(a, b) return a .. b end }
