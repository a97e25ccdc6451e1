package vesper.testing.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.testing.network.Split.Passing;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SplitTest {
    private static final int MANY = 1000;

    private static List<Split> drawn(int count, long seed) {
        var random = new Random(seed);
        return Stream.generate(() -> Split.draw(count, random)).limit(MANY).toList();
    }

    private static boolean some(int count, Predicate<Split> like) {
        return drawn(count, 1).stream().anyMatch(like);
    }

    private static long servers(List<Party> parties) {
        return parties.stream().filter(party -> !party.isNode()).count();
    }

    @Test
    void the_same_seed_draws_the_same() {
        assertEquals(drawn(5, 7), drawn(5, 7));
    }

    @Test
    void everybody_is_on_one_of_two_sides() {
        for (int count : List.of(3, 5)) {
            for (Split split : drawn(count, 2)) {
                List<Party> all = new ArrayList<>(split.one());
                all.addAll(split.other());
                assertEquals(2 * count, all.size());
                assertEquals(2 * count, new HashSet<>(all).size());
                assertFalse(split.one().isEmpty() || split.other().isEmpty());
            }
        }
    }

    @Test
    void two_of_five_are_parted_from_three_and_a_node_is_with_its_server() {
        assertTrue(some(
                5,
                split -> servers(split.one()) == 2
                        && split.passing() == Passing.NOTHING
                        && split.one().stream()
                                .allMatch(party -> split.one().contains(Party.server(party.index()))
                                        && split.one().contains(Party.node(party.index())))));
        assertTrue(some(3, split -> split.one().equals(List.of(Party.server(1), Party.node(1)))));
        assertTrue(some(3, split -> split.one().equals(List.of(Party.node(2)))));
        assertTrue(some(3, split -> split.one().equals(List.of(Party.server(0)))));
        assertTrue(some(5, split -> servers(split.one()) == 2 && split.one().size() == 3));
    }

    @Test
    void what_is_cut_is_what_goes_from_one_side_to_the_other() {
        var there = new Way(Party.server(0), Party.server(1));
        var node = new Way(Party.node(0), Party.server(1));
        List<Party> one = List.of(Party.server(0), Party.node(0));
        List<Party> other = List.of(Party.server(1), Party.node(1));
        assertEquals(
                Set.of(there, node, new Way(Party.server(0), Party.node(1))),
                new Split(one, other, Passing.TO_ONE).cut());
        assertEquals(
                Set.of(there.back(), node.back(), new Way(Party.node(1), Party.server(0))),
                new Split(one, other, Passing.TO_OTHER).cut());
        assertEquals(6, new Split(one, other, Passing.NOTHING).cut().size());
    }

    @Test
    void it_says_who_hears_whom() {
        assertEquals(
                "server 0, node 0 -> server 1",
                new Split(List.of(Party.server(0), Party.node(0)), List.of(Party.server(1)), Passing.TO_OTHER)
                        .toString());
    }
}
