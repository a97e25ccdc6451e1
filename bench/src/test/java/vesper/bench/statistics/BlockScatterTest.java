package vesper.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BlockScatterTest {
    @Test
    void of_two_things_it_is_that_of_their_differences() {
        BlockScatter scatter = BlockScatter.of(new double[][] {{1, 5, 9}, {2, 8, 10}});
        Effect pairs = Effect.ofLogarithms(1, 3, 1);

        assertThat(scatter.freedom()).isEqualTo(2);
        double error = Math.sqrt((scatter.variance(0) + scatter.variance(1)) / 3);
        assertThat(error).isCloseTo(pairs.error(), within(1e-12));
    }

    @Test
    void what_a_block_does_to_all_of_them_is_none() {
        BlockScatter scatter = BlockScatter.of(new double[][] {{1, 5, 9}, {2, 6, 10}, {0, 4, 8}});

        assertThat(scatter.freedom()).isEqualTo(4);
        assertThat(scatter.variance(1)).isCloseTo(0, within(1e-12));
    }

    /** Five things scatter little, and one scatters much. */
    @Test
    void one_that_scatters_more_than_the_others_has_a_variance_of_its_own() {
        BlockScatter scatter = BlockScatter.of(new double[][] {
            {10, -10, 0}, {0, -1, 1}, {1, 0, -1}, {-1, 1, 0}, {0, 1, -1}, {-1, 0, 1},
        });

        assertThat(scatter.variance(0)).isBetween(50.0, 100.0);
        assertThat(scatter.variance(1)).isEqualTo(scatter.variance(2)).isBetween(10.0, 20.0);
    }

    @Test
    void one_thing_or_one_block_says_nothing() {
        assertThat(BlockScatter.of(new double[][] {{1, 2, 3}}).freedom()).isZero();
        assertThat(BlockScatter.of(new double[][] {{1}, {2}}).freedom()).isZero();
        assertThat(BlockScatter.of(new double[][] {}).freedom()).isZero();
    }
}
