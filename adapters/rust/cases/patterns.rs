//! A file that hits every pattern of the queries; what it does makes no sense.
/*! Its documentation in a block. */

extern crate tool;
extern crate other as renamed;

use crate::shapes::{self, Circle as Round, Square};
use super::*;
pub use inner::deep;

mod child;
#[path = "elsewhere/odd.rs"]
pub mod odd;

/// A point.
/// It has two parts.
#[derive(Debug, Clone)]
pub struct Point<T: Copy> {
    pub x: T,
    y: deep::Length,
}

/** A pair. */
struct Pair(Point<u8>, pub Square, deep::Length);

pub union Bits {
    whole: u32,
}

pub enum Form {
    Empty,
    Round(Round),
    Angled { side: Square },
}

pub unsafe trait Area: Shape + deep::Sized2 + Into<Round> + for<'a> Fn(&'a Round) {
    const UNIT: Unit = Unit::ONE;
    type Out: Shape;
    type Plain;
    fn area(&self) -> Out;
    fn double(&self) -> deep::Length {
        self.area()
    }
}

trait Visit: for<'a> Fn<'a> {}

pub mod nested {
    pub(super) fn inside() {}
}

pub type Points<T> = Vec<Point<T>>;
type Short = deep::Length;
pub static NAME: Square = SIDE;
pub const SIDE: Square = Square::ONE;

macro_rules! twice {
    ($e:expr) => {
        ($e, $e)
    };
}

extern "C" {
    pub fn outside(a: Round) -> Round;
}

impl Point<u8> {
    pub const unsafe fn origin() -> Point<u8> {
        Point { x: start, y }
    }
}

impl deep::Area for Square {
    fn area(&self) -> Square {
        Square { ..self.base }
    }
}

impl From<Round> for deep::Form {
    fn from(value: Round) -> Self {
        Self::Round(value)
    }
}

impl<T> Shape for Pair
where
    T: Area + Shape,
    deep::Length: Shape,
{
    async fn run<U>(&mut self, given: &Round, list: &[Square], raw: *const Square) -> (Square, Round)
    where
        Self: Sized,
    {
        let local: Square = given;
        let Some(found) = local else { return found };
        let (left, right) = both;
        let [one, two] = pair;
        let Point { x, y: other } = point;
        let chosen = if ready { left } else { right };
        if let Some(value) = chosen {
            use_it(value);
        } else if deep::ready {
            return;
        } else {
            panic!("not ready");
        }
        if let Some(value) = chosen && value.good {
            return value;
        }
        if done {
            return
        }
        while let Some(next) = stack {
            stack = next;
            total += step;
        }
        while running {}
        while running && !stopped {
            continue;
        }
        while let Some(a) = first && second {}
        for item in items {
            break;
        }
        loop {
            break item
        }
        match chosen {
            Form::Empty => nothing,
            Form::Round(round) | Form::Other(round) if round.good => self.take(round),
            Form::Angled { side } => side.area(),
            LIMIT | NONE => 1,
            (Form::Empty, last) => last,
            Wrapped(Form::Empty) => 2,
            deep::Point { x } => x,
            _ => fallback,
        };
        let all = [self.first, second];
        let boxed = (Form::Empty, third);
        let closure = move |a: Round, b| -> Square { a };
        items.push(left);
        items.map(|each| each).filter(keep).collect::<Vec<Square>>();
        parse::<Round>(text)?;
        deep::make(closure)(1)(2);
        table[0](3);
        (pick)(4);
        self(5);
        next?(6);
        let range = low..high;
        let casted = left as Square;
        let reference = &left;
        let negated = -left;
        let waited = task.await;
        let tried = task?;
        let held = (left);
        let element = list[place];
        let pointed: fn(Round) -> Square = side;
        let dynamic: Box<dyn Shape> = side;
        let shape: &(dyn Shape + deep::Send) = side;
        let listed: impl Iterator<Item = Square> = side;
        let opaque: impl Shape = side;
        let generic = Point::<Square> { x: 1 };
        let turbofish = Vec::<Square>::new();
        take(area::<Square>);
        let path = <Square as Shape>::area(left);
        let own = <Square>::area(left);
        let scoped: deep::Length = side;
        (left, right) = both;
        self.x = left;
        assert!(left);
        assert_(left);
        panic_(left);
        call();
        self.method().chained();
        self.method();
        yield left;
        twice!(left);
        left
    }
}
