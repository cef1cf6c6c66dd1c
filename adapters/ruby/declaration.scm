; class C < B    module M    class A::C
(class name: (constant) @name) @definition.class
(class name: (scope_resolution scope: (_) @holder name: (_) @name)) @definition.class
(module name: (constant) @name) @definition.module
(module name: (scope_resolution scope: (_) @holder name: (_) @name)) @definition.module

; C = Struct.new(:a) do ... end    C = Class.new(B)    M = Module.new do ... end    D = Data.define(:a)
((assignment
  left: (constant) @name
  right: (call receiver: (constant) @_made method: (identifier) @_new) @value)
  (#any-of? @_made "Struct" "Class" "Data") (#any-of? @_new "new" "define")) @definition.class
((assignment
  left: (constant) @name
  right: (call receiver: (constant) @_made method: (identifier) @_new) @value)
  (#eq? @_made "Module") (#eq? @_new "new")) @definition.module

; ... and their members
((call receiver: (constant) @_made method: (identifier) @_new
  arguments: (argument_list (simple_symbol) @name @definition.accessor))
  (#any-of? @_made "Struct" "Data") (#any-of? @_new "new" "define"))

; def m(a)    def m(a) = 1    def self.m    def C.m
(method name: (_) @name) @definition.function
(singleton_method name: (_) @name) @definition.static_method

; define_method(:m) { |a| ... }    define_singleton_method(:m) { ... }
((call method: (identifier) @_define arguments: (argument_list . [(simple_symbol) (string)] @name) block: (_)? @value) @definition.method
  (#any-of? @_define "define_method" "define_action"))
((call method: (identifier) @_define arguments: (argument_list . [(simple_symbol) (string)] @name) block: (_)? @value) @definition.static_method
  (#eq? @_define "define_singleton_method"))

; alias new old    alias_method :new, :old
(alias name: (_) @name) @definition.method
((call method: (identifier) @_alias arguments: (argument_list . (simple_symbol) @name)) @definition.method
  (#eq? @_alias "alias_method"))

; attr_reader :a    attr_writer :a    attr_accessor :a, :b
((call method: (identifier) @_attr arguments: (argument_list (simple_symbol) @name @definition.accessor))
  (#any-of? @_attr "attr_reader" "attr_accessor" "attr" "cattr_accessor" "mattr_accessor" "class_attribute"))
((call method: (identifier) @_attr arguments: (argument_list (simple_symbol) @name @definition.writer))
  (#any-of? @_attr "attr_writer" "attr_accessor" "cattr_accessor" "mattr_accessor" "class_attribute"))

; delegate :a, :b, to: :c    def_delegators :@c, :a, :b    def_delegator :@c, :a, :b
((call method: (identifier) @_delegate arguments: (argument_list (simple_symbol) @name @definition.method))
  (#eq? @_delegate "delegate"))
((call method: (identifier) @_delegate arguments: (argument_list . (_) (simple_symbol) @name @definition.method))
  (#any-of? @_delegate "def_delegators" "def_instance_delegators"))
((call method: (identifier) @_delegate arguments: (argument_list . (_) . (simple_symbol) . (simple_symbol) @name @definition.method))
  (#any-of? @_delegate "def_delegator" "def_instance_delegator"))

; class << self
(singleton_class) @scope.class

; private    module_function    private :a    private_class_method :b
((body_statement (identifier) @visibility.following)
  (#any-of? @visibility.following "private" "protected" "public" "module_function"))
((call method: (identifier) @word arguments: (argument_list [(simple_symbol) (string)] @name)) @visibility.named
  (#any-of? @word "private" "protected" "public" "module_function" "private_class_method" "private_constant"))

; C = 1
(assignment left: (constant) @name right: (_) @value) @definition.constant

; x = f    x ||= f    @x = f    @@x = f    a, (b, *c) = f    self.x = f binds nothing
(assignment left: [(identifier) (left_assignment_list)] @binding.local right: (_) @value)
(operator_assignment left: (identifier) @binding.local right: (_) @value)
(assignment left: [(instance_variable) (class_variable)] @binding.member right: (_) @value)
(operator_assignment left: [(instance_variable) (class_variable)] @binding.member operator: ["||=" "&&="] right: (_) @value)
(assignment left: (call receiver: (self) @accessor method: (identifier) @binding.member) right: (_) @value)
(left_assignment_list [(instance_variable) (class_variable)] @binding.member)
(assignment left: (global_variable) @binding.value right: (_) @value)

; xs << x    xs.push(x)    @xs.insert(0, x)
(binary left: [(identifier) (instance_variable) (class_variable)] @binding.push operator: "<<" right: (_) @value)
((call receiver: [(identifier) (instance_variable) (class_variable)] @binding.push method: (identifier) @_push
  arguments: (argument_list (_) @value .))
  (#any-of? @_push "push" "append" "unshift" "prepend" "insert" "add" "enq"))

; for x in xs    rescue E => e    in { name: n }    in [a, *b]    in C => c
(for pattern: (_) @binding.iterate value: (in (_) @value))
(rescue exceptions: (exceptions (_) @value) variable: (exception_variable (identifier) @binding.catch))
(rescue !exceptions variable: (exception_variable (identifier) @binding.local))
(as_pattern name: (identifier) @binding.local)
(keyword_pattern value: (identifier) @binding.local)
(keyword_pattern key: (hash_key_symbol) @binding.local !value)
(array_pattern (identifier) @binding.local)
(find_pattern (identifier) @binding.local)
(array_pattern (splat_parameter name: (identifier) @binding.local))
(in_clause pattern: (identifier) @binding.local)

; { |a| ... }    do |a| ... end    ->(a) { ... }
(lambda) @definition.lambda
(block) @definition.lambda
(do_block) @definition.lambda
