# Statements that the other sample does not have.
def later(value)
  return 0 if value == nil
  worker = Thread.new { value.work }
  twice = lambda { |x| x * 2 }
  begin
    value = twice.call(value)
  end while value < 10
  begin
    value -= 1
  end until value < 5
  worker
end
