package vesper.testing.network;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A partition of the servers and nodes of a test in two parts, with traffic in one direction only, or in neither. */
public record Split(List<Party> one, List<Party> other, Passing passing) {
    /** The direction in which data still passes. */
    public enum Passing {
        NOTHING,
        TO_ONE,
        TO_OTHER
    }

    /**
     * Draws a random split of {@code count} servers and as many nodes: a single party, some servers with the nodes of
     * the same numbers, or an arbitrary set. The three kinds are equally likely. Half of all splits let nothing pass.
     */
    public static Split draw(int count, Random random) {
        List<Party> one = switch (random.nextInt(3)) {
            case 0 -> List.of(all(count).get(random.nextInt(2 * count)));
            case 1 -> machines(count, random);
            default -> anybody(count, random);
        };
        List<Party> other =
                all(count).stream().filter(party -> !one.contains(party)).toList();
        Passing passing = switch (random.nextInt(4)) {
            case 0 -> Passing.TO_ONE;
            case 1 -> Passing.TO_OTHER;
            default -> Passing.NOTHING;
        };
        return new Split(one, other, passing);
    }

    private static List<Party> all(int count) {
        return Stream.concat(
                        IntStream.range(0, count).mapToObj(Party::server),
                        IntStream.range(0, count).mapToObj(Party::node))
                .toList();
    }

    /** Draws less than half of the servers, each with its node. */
    private static List<Party> machines(int count, Random random) {
        List<Integer> drawn = new ArrayList<>(IntStream.range(0, count).boxed().toList());
        Collections.shuffle(drawn, random);
        int some = 1 + random.nextInt(Math.max(1, (count - 1) / 2));
        return drawn.subList(0, some).stream()
                .sorted()
                .flatMap(index -> Stream.of(Party.server(index), Party.node(index)))
                .toList();
    }

    private static List<Party> anybody(int count, Random random) {
        while (true) {
            List<Party> drawn =
                    all(count).stream().filter(_ -> random.nextBoolean()).toList();
            if (!drawn.isEmpty() && drawn.size() < 2 * count) return drawn;
        }
    }

    /** Returns the blocked ways. */
    public Set<Way> cut() {
        Set<Way> cut = new HashSet<>();
        for (Party here : one) {
            for (Party there : other) {
                if (here.isNode() && there.isNode()) continue;
                if (passing != Passing.TO_ONE) cut.add(new Way(there, here));
                if (passing != Passing.TO_OTHER) cut.add(new Way(here, there));
            }
        }
        return cut;
    }

    @Override
    public String toString() {
        String sign = switch (passing) {
            case NOTHING -> " | ";
            case TO_ONE -> " <- ";
            case TO_OTHER -> " -> ";
        };
        return text(one) + sign + text(other);
    }

    private static String text(List<Party> parties) {
        return parties.stream().map(Party::toString).collect(Collectors.joining(", "));
    }
}
