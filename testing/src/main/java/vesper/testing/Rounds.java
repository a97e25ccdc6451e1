package vesper.testing;

import java.util.Map;
import java.util.Random;

/**
 * Reads how long a test goes on, and with which seed, from environment variables.
 *
 * <p>A test that finds more the longer it runs has a short form for the suite and a long one. {@code VESPER_LONG=1},
 * which {@code ./vesper test --long} sets, chooses the long form of all tests. A test's own variable overrides both.
 */
public final class Rounds {
    static final String LONG = "VESPER_LONG";

    private Rounds() {}

    /** Returns a number of rounds, kills or seconds. */
    public static int of(String variable, int shortForm, int longForm) {
        return of(System.getenv(), variable, shortForm, longForm);
    }

    static int of(Map<String, String> environment, String variable, int shortForm, int longForm) {
        String text = environment.get(variable);
        if (text != null) return Integer.parseInt(text);
        return isLong(environment) ? longForm : shortForm;
    }

    public static boolean areLong() {
        return isLong(System.getenv());
    }

    private static boolean isLong(Map<String, String> environment) {
        return "1".equals(environment.get(LONG));
    }

    /** Returns the seed in a variable, or a new one, and prints it so that a failure can be repeated. */
    public static long seed(String variable) {
        String text = System.getenv(variable);
        long seed = text != null ? Long.parseLong(text) : new Random().nextInt(1 << 24);
        System.out.println(variable + "=" + seed);
        return seed;
    }
}
