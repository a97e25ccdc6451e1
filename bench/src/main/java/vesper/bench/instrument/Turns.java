package vesper.bench.instrument;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The order in which arms have their turns, a block of all of them at a time, drawn anew for each: what the machine does
 * favours none. Two arms turn about, one first in this block and the other in the next, which also takes out a drift.
 */
final class Turns {
    private final Random random;
    private boolean isSwapped;

    Turns(Random random) {
        this.random = random;
        this.isSwapped = random.nextBoolean();
    }

    <T> List<T> block(List<T> arms) {
        List<T> turns = new ArrayList<>(arms);
        if (turns.size() == 2) {
            if (isSwapped) Collections.reverse(turns);
            isSwapped = !isSwapped;
        } else {
            Collections.shuffle(turns, random);
        }
        return turns;
    }
}
