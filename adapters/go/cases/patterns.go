// Package harbour has a sample for every pattern of the queries.
package harbour

import (
	_ "embed"
	"fmt"
	. "strings"

	lib "example.org/harbour/lib"
)

// A Crane lifts.
type Crane struct {
	Engine
	*Mast
	lib.Hook
	*lib.Cable
	lib.Slot[int]
	*Box[string]
	// How high it is.
	height   float64
	a, b     int
	motor    Motor
	settings struct{ limit int }
}

type (
	// Mast stands.
	Mast struct{ height int }

	Engine struct{}
	Motor  interface {
		// Lift lifts.
		Lift(weight int) error
		Stop() Motor
		fmt.Stringer
		Stoppable
		Keyed[string]
	}
	Stoppable     interface{ Halt(...int) }
	Keyed[K any]  interface{ Key() K }
	Weights       []Weight
	Weight        int
	Handler       func(w Weight, rest ...Weight) (Weight, error)
	Other         = Mast
	Box[T any]    struct{ content T }
	Grid          [4]Weight
	Yards         map[Weight]lib.Yard
	Signals       chan Weight
	Number        interface{ ~int | Weight }
	Ordered[T Number] struct{ items []T }
)

type Alone = lib.Yard

const single Weight = 1

const (
	// The first.
	first Weight = iota
	second
	third, fourth = 3, 4
)

var one Weight = 1
var two = first

var (
	// The third.
	three        Weight
	four         = New()
	five, six    Weight
	seven, eight = 7, 8
)

func New() *Crane {
	return &Crane{Engine: Engine{}, height: 2, motor: nil}
}

func (c Crane) Height() float64 { return c.height }

func (c *Crane) Move(by Weight) (moved Weight, err error) {
	var local Weight = by
	var other = local
	var x, y Weight
	const limit = 3
	const low, high = 1, 2
	moved, err = x+y, nil
	c.a++
	c.b--
	c.a += limit
	return other, err
}

func (b Box[T]) Get() T           { return b.content }
func (b *Box[T]) Set(content T)   { b.content = content }
func (*Crane) Nothing() lib.Yard  { var empty lib.Yard; return empty }

func use(values map[string]Weight, any interface{}, out chan<- Weight, in <-chan Weight) func() Weight {
	weight, found := values["a"]
	yard, ok := any.(lib.Yard)
	crane, err := New().Move(one)
	left, right := first, second
	text := ToUpper("x")
	received, open := <-in
	for key, value := range values {
		inner := value
		fmt.Println(key, inner)
	}
	for index := range 3 {
		fmt.Print(index)
	}
	for i := 0; i < 3; i++ {
		if i == 1 {
			continue
		}
		break
	}
	for open {
		open = false
	}
	for {
		var stop Weight
		fmt.Print(stop)
		break
	}
	if size := len(values); size > 1 && found || ok {
		doubled := size * 2
		out <- Weight(doubled)
	} else if err == nil {
		return nil
	} else {
		late := received
		fmt.Print(late)
	}
	switch kind := any.(type) {
	case Motor:
		kind.Stop()
	case *Mast, nil:
		fmt.Print(kind)
	default:
		nothing := kind
		fmt.Print(nothing)
	}
	switch sum := left + right; sum {
	case one:
		deep := sum
		fmt.Print(deep)
	default:
		panic("none")
	}
	switch three {
	case two:
	}
	select {
	case item, more := <-in:
		fmt.Print(item, more)
	case out <- weight:
	default:
	}
	{
		block := 1
		fmt.Print(block)
	}
	if found {
		return func() (result Weight) { return result }
	}
	delete(values, text)
	go use(nil, yard, out, in)
	defer fmt.Println(crane)
	New().Nothing().Anchor()
	lib.Sort(values, func(a, b Weight) bool { return a < b })
	return func() Weight { return weight }
}

func generic[K comparable, V lib.Item](keys []K, items [2]V, fits ...V) Keyed[K] {
	pairs := Apply[K, V](keys)
	more := lib.Apply[K](keys)
	sorted := Ordered[Weight]{}
	boxed := lib.Slot[K]{}
	listed := []lib.Item{pairs, more}
	sized := [...]Weight{one, two}
	made := make(Weights, 3)
	bytes := []byte("x")
	plain := lib.Yard{Name: single}
	both := Apply[K, V]
	single := Apply[K]
	point := *four
	negative := -one
	item := sized[first]
	fmt.Println(sorted, boxed, listed, made, bytes, plain, both, single, point, negative, item, !first)
	for _, each := range four {
		fmt.Print(each)
	}
	if ready {
		return nil
	}
	four.Move(one)
	return lib.Last
}

func named() (result Weight, err error) { return }

func literal(given interface{ Halt() }) lib.Yard {
	named := func() lib.Yard { return lib.Yard{} }
	return named()
}

var ready = fmt.Sprint("x") != ""
