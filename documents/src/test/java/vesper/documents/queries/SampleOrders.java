package vesper.documents.queries;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.List;

/** Orders of about 520 bytes with 16 values each; one in 100,000 has a needle. */
final class SampleOrders {
    static final long FIRST_TIME = 1_790_000_000_000L;
    private static final int NEEDLES = 100_000;
    private static final List<String> CITIES = List.of("Bonn", "Lyon", "Porto", "Graz", "Oslo", "Turin", "Gent");
    private static final List<String> PEOPLE = List.of("Smith", "Meyer", "Silva", "Rossi", "Larsen", "Novak", "Jansen");

    private SampleOrders() {}

    static String id(int number) {
        return "order-%08d".formatted(number);
    }

    static SearchedDocument order(int number) {
        return order(number, 1);
    }

    static SearchedDocument order(int number, long version) {
        long time = FIRST_TIME + number * 100L;
        // Spreads consecutive numbers over the possible values.
        int mixed = number * 0x9E3779B1 >>> 1;
        String json = """
                {"externalId":"PO-%d","state":"%s","customer":{"name":"%s %s","id":%d,"address":{"city":"%s","street":\
                "%d Harbour Road","zip":"%05d"}},"items":[{"sku":"SKU-%d","name":"fountain pen","count":%d,"price":%d.%02d},\
                {"sku":"SKU-%d","name":"bottle of %s ink","count":%d,"price":%d.5}],"amount":%d.%02d,"paid":%b,\
                "placedAt":"%s","note":"please leave %s with the neighbours at number %d, the bell is out of order since last week, and the dog does not like anybody who knocks; thank you"}\
                """.formatted(
                        number,
                        mixed % 3 == 0 ? "OPEN" : "SHIPPED",
                        (char) ('A' + mixed % 26),
                        PEOPLE.get(mixed % 7),
                        mixed % 50_000,
                        CITIES.get(mixed / 7 % 7),
                        mixed % 300,
                        mixed % 100_000,
                        mixed % 5000,
                        mixed % 9 + 1,
                        mixed % 80,
                        mixed % 100,
                        mixed / 3 % 5000,
                        mixed % 2 == 0 ? "blue" : "black",
                        mixed % 4,
                        mixed % 30,
                        mixed % 1000,
                        mixed % 97,
                        mixed % 5 != 0,
                        Instant.ofEpochMilli(time),
                        number % NEEDLES == NEEDLES / 2 ? "the needle" : "it",
                        mixed % 90);
        return SearchedDocument.stored(id(number), version, time, json.getBytes(UTF_8));
    }
}
