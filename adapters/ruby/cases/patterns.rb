# What a bakery does.
require "set"
load "extra.rb"
require_relative "oven"
autoload :Crumb, "crumb"

module Bakery
  LIMIT = 3
  $shop = nil

  # Bakes.
  module Bakes
    extend self
    def heat(to: LIMIT, from: Oven::COLD) = to

    module_function

    def cool; end
  end

  class Loaf < Base::Food
    include Bakes
    prepend Loud
    extend Finders
    attr_reader :size
    attr_writer :label
    attr_accessor :price, :code
    delegate :weigh, to: :scale
    def_delegators :@scale, :tare
    def_delegator :@scale, :zero, :reset
    @@count = 0

    class << self
      def build(*args, **opts, &block)
        new(*args)
      end
    end

    def self.find(id) = all.first { |loaf| loaf.id == id }

    def self.each
      yield LIMIT
    ensure
      done
    end

    def self.many
      [LIMIT]
    end

    def initialize(size, crust = LIMIT)
      super
      @size = size
      @price ||= Price.new(size)
      self.label = size
      self.price += 1
    end

    def slice
      first, (second, *third) = parts
      @left, rest = parts
      total = 0
      total += 1
      slices = []
      slices << first
      slices.push(second)
      kind = Crumb
      kind ||= Loaf
      for part in parts
        next if part.nil?
      end
      parts.each do |part|
        part.cut
        helper
        break
      end
      block.call(total)
      yield total
      return total if total > LIMIT && LIMIT == total
      return kind unless slices.is_a?(Array)
      if total
        return
      elsif kind
        total.(1)
      else
        retry_later
      end
      if kind
        total.rest
        helper(1)
      end
      unless total
        return
      else
        Crumb
      end
      while total do redo end
      until total do total = 1 end
      total = 2 while total
      total = 3 until total
      case total
      when Crumb then Crumb
      when Integer then helper(1)
      else Loaf
      end
      case total
      in Integer => number then number
      in Crumb then Crumb
      in whole then whole
      in { name: found, size: } then found
      in [head, *tail] then head
      in [*, mid, *] then mid
      end
      begin
        parts.first.rest
        risky
      rescue BurntError, Bakery::RawError => error
        raise Crumb, "raw #{Crumb} #{error.message}"
      rescue => other
        retry
      ensure
        done
      end
      value = risky rescue nil
      pair = { kind: Crumb, [Crumb] => 1 }
      pair[Crumb] = LIMIT
      Crumb[1]
      total ? Crumb : Loaf
      call(*Crumb)
      cut = ->(a) { a }
      list { Crumb }
      each { helper(2); total.rest }
      parts.rest
      undef helper
      kind
    end

    def other
      parts.first.rest.last
      if kind
        Crumb
      else
        Loaf
      end
      Loaf
    end

    def risky
      open
    rescue IOError
      nil
    end

    define_method(:shown) { |mark| mark }
    define_singleton_method(:made) { 1 }
    alias_method :cut_up, :slice
    alias chop slice

    private

    def helper; end
    private_class_method :find

    protected :shown
  end

  Point = Struct.new(:x, :y) do
    def far; end
  end
  BurntError = Class.new(StandardError)
  Tools = Module.new do
    def knife; end
  end
end

class Bakery::Shop; end
module Bakery::Back; end

puts "open"
Bakery.open
