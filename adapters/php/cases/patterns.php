<?php

namespace Bakery\Shelf;

use Bakery\Oven\Bread;
use Bakery\Oven\Timer as Clock;
use Bakery\Tools\{Knife, Board as Plank};
use Bakery\Parts\{Deep\Crumb, Deep\Crust as Rind};
use function Bakery\Tools\slice;
use const Bakery\Tools\MAX_SLICES;
use Countable;
use \Stringable as Text;

require 'setup.php';
include_once(__DIR__ . '/extra.php');

/** A thing that is sold. */
#[Sellable(1)]
abstract class Loaf extends \Bakery\Base implements Countable, Text
{
    use Wraps, Weighs {
        Wraps::fold as protected foldOver;
    }

    const SIZE = 1, PRICE = MAX_SLICES;
    public static ?Bread $last = null;
    private readonly int|string $code;
    var $old = MAX_SLICES;
    public int $weight { get => 1; }

    public function __construct(private Clock $clock, protected ?Knife $knife = null, int ...$rest)
    {
        parent::__construct();
    }

    abstract protected function bake(): static;

    public function cut(array &$parts, int $max = MAX_SLICES): self
    {
        $bread = new Bread(1);
        $same = new static();
        $odd = new class(1) extends Bread {};
        $this->clock->start()->then();
        $this?->knife?->sharpen();
        self::$last?->eat();
        static::make();
        $name = Bread::class;
        foreach ($parts as $part) {
            $part->cut();
        }
        foreach ($parts as $key => $part) {
            continue;
        }
        [$first, [$second]] = slice($parts);
        list('a' => $third) = $first;
        $alias = &$second;
        $parts['key'] = $alias;
        $this->knife = null;
        $this->knife ??= new Knife();
        $third += 1;
        try {
            $this->check($bread, MAX_SLICES);
        } catch (BurntException | RawException $e) {
            throw new \RuntimeException('bad');
        } finally {
            unset($third);
        }
        $small = fn(int $n): int => $n;
        usort($parts, fn($a, $b) => 1);
        array_map(function ($x) use ($bread) { return $bread; }, $parts);
        $big = function () { return 1; };
        if ($bread instanceof Bread && !$odd) {
            return $this;
        } elseif ($odd === null) {
            return $this;
        } else {
            exit;
        }
        if ($odd) return $this;
        switch ($max) {
            case 1:
                break;
            default:
        }
        $size = match ($max) { 1 => Loaf::SIZE, default => 2 };
        for ($i = 0; $i < 3; $i++) {
        }
        while ($i) {
        }
        do {
        } while ($i);
        global $shop;
        static $calls = 0;
        $size = $i ? MAX_SLICES : $max ?? 2;
        $size = MAX_SLICES;
        $size = (MAX_SLICES) + MAX_SLICES;
        $list = [MAX_SLICES, 'k' => MAX_SLICES];
        $list[] = $name;
        $this->$name();
        slice($this->code);
        slice(self::$last);
        $size = $this->code;
        $list = [$this->code];
        $size = $this->code . self::$last;
        if ($size) {
            return $this->code;
        }
        assert($size > 1);
        slice($size);
        return MAX_SLICES;
    }
}

interface Sells extends Counts, Weighs
{
    public function sell(): ?Bread;
}

trait Wraps
{
    public function fold(): void
    {
    }
}

enum Grain: string implements Counts
{
    case Rye = 'rye';
}

function crumbs(Bread $bread)
{
    yield $bread;
    yield 'k' => $bread;
}

const OPENING = 8;
define('CLOSING', 18);
