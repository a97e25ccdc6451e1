package vesper.bench.load;

import java.util.List;

/**
 * The requests of a run, each drawn at random with a probability in proportion to its weight.
 *
 * @param data values for placeholders that name columns
 * @param seed seed of all random choices
 */
public record Mix(List<Weighted> requests, CsvTable data, long seed) {
    private static final int MAX_REQUESTS = 10_000;
    private static final int MAX_WEIGHT = 1_000_000;

    /**
     * A request and its weight.
     *
     * @param weight 1 to 1,000,000
     */
    public record Weighted(int weight, LoadRequest request) {
        public Weighted {
            if (weight < 1 || weight > MAX_WEIGHT) {
                throw new IllegalArgumentException("weight " + weight + " is not in 1 to " + MAX_WEIGHT);
            }
        }
    }

    public Mix {
        requests = List.copyOf(requests);
        if (requests.isEmpty()) throw new IllegalArgumentException("there is no request to send");
        if (requests.size() > MAX_REQUESTS) {
            throw new IllegalArgumentException(requests.size() + " requests are more than " + MAX_REQUESTS);
        }
    }

    public static Mix of(LoadRequest request) {
        return new Mix(List.of(new Weighted(1, request)), CsvTable.NONE, 0);
    }

    boolean isBareGet() {
        return requests.size() == 1 && requests.getFirst().request().isBareGet();
    }
}
