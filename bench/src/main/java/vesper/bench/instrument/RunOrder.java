package vesper.bench.instrument;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The order in which arms have their runs. Each block has all arms in a new random order, so that changes of the
 * machine favour no arm. Two arms alternate, with a different one first in each block, which also cancels a drift.
 */
final class RunOrder {
    private final Random random;
    private boolean isSwapped;

    RunOrder(Random random) {
        this.random = random;
        this.isSwapped = random.nextBoolean();
    }

    <T> List<T> nextBlock(List<T> arms) {
        List<T> order = new ArrayList<>(arms);
        if (order.size() == 2) {
            if (isSwapped) Collections.reverse(order);
            isSwapped = !isSwapped;
        } else {
            Collections.shuffle(order, random);
        }
        return order;
    }
}
