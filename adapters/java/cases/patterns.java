package garden.shed;

import static garden.Tools.*;
import static garden.Tools.sharpen;
import garden.*;
import garden.Spade;
import lonely.*;
import top.*;

/** A place for tools. */
@Deprecated
public sealed abstract class Shed<T extends Spade & Comparable<T>> extends garden.Room<T> implements Dry, Locked<Key> permits Hut {
    static final int SIZE = 4, DOORS[] = {1, 2};
    @Deprecated private T best = first, other = Shed.spare;

    static {
        fill();
    }

    @Inject
    Shed(@Named("size") int size, @Many String... labels) throws IOException {
        this(size);
        Spade local = null;
    }

    <X> Shed(X x) {
        super(x);
    }

    /** Says how. */
    @Override
    public <X extends Spade> List<X> dig(final Spade<?> spade, int[] deep, garden.Pot pot) throws Broken, garden.Lost {
        var made = new Spade<>(1) {
            void lend() {}
        };
        new Pot() { };
        final int fixed = this.size;
        Pot[] pots = new Pot[]{first, Shed.spare};
        Runnable later = () -> go();
        Function<Spade, Pot> give = x -> x;
        BiFunction<Spade, Pot, Pot> take = (Spade x, Pot y) -> { return Shed.spare; };
        pass(Spade::dig, this::keep, Pot::new, size, this.size);
        pass(() -> 1);
        for (Spade each : spades) {
            each.dig();
        }
        for (var each : this.spades) {
            break;
        }
        for (int i = 0; i < SIZE; i++) {
            continue;
        }
        try (Door door = open(); Door same = door) {
            door.close().lock();
        } catch (Broken | garden.Lost error) {
            throw error;
        } finally {
            fill();
        }
        try {
            fill();
        } catch (Broken error) {
            fill();
        }
        if (spade instanceof Spade sharp && sharp.ready() == null) {
            return null;
        } else if (spade instanceof Spade blunt) {
            fill();
        } else {
            fill();
        }
        if (deep == null) return first;
        if (spade instanceof Pair(Spade left, Pot right)) { fill(); }
        switch (spade) {
            case Spade one -> fill();
            case Pair(Spade left, var right) when right > 1 -> fill();
            case SMALL, Shed.LARGE -> fill();
            default -> fill();
        }
        switch (SIZE) {
            case 1:
                int inner = 1;
                break;
            default:
                fill();
        }
        int number = switch (SIZE) {
            case 1 -> {
                yield fixed;
            }
            default -> 3;
        };
        do {
            number += 1;
        } while (!number);
        while (-Shed.SIZE < 1) {
            number = SIZE++;
        }
        assert number > 1;
        this.best = (Spade) spade;
        best = ((garden.Pot) first).spade;
        Class<?> kind = Spade.class;
        Spade at = spades[SIZE];
        List<? extends Pot> more = spade != null ? best : Shed.spare;
        class Local {}
        {
            record Point(int x, Spade... rest) {}
            interface Inner {}
            enum Side { LEFT }
        }
        {
            interface Inner {}
        }
        {
            enum Side { LEFT }
        }
        return more;
    }

    Spade spare(garden.Pot pot) { return null; }

    Object held = new Box<Spade>() { };

    class Deep extends Room implements Dry, garden.Open { }

    @Marker
    interface Dry extends Locked<Key>, garden.Open {
        @Deprecated
        int LIMIT = 1;
        Spade SPARE = new Spade();

        default void dry() {}
    }

    @Marker
    enum Size implements Dry {
        @Deprecated SMALL(1) {
            void z() {}
        },
        LARGE;

        Size(int x) {}
    }

    @Marker
    record Pair<A>(@Named Spade left, Pot... right) implements Dry {
        @Deprecated
        Pair {
            fill();
        }
    }

    @Marker
    @interface Named {
        @Deprecated
        String value() default Shed.NAME;

        Class<?>[] kinds() default {Shed.class};
    }

    @Named(value = Shed.NAME)
    @Many({SMALL, Shed.LARGE})
    @One(Shed.NAME)
    abstract int last();
}
