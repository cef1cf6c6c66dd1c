; #include "a.h"    #include <stdio.h>
(preproc_include path: [(string_literal) (system_lib_string)] @module) @import.bare
