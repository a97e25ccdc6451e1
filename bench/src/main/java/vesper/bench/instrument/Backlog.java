package vesper.bench.instrument;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The work that a server reports as accepted and not done yet.
 *
 * @param lagMillis age of the oldest part
 */
public record Backlog(boolean idle, long pending, long lagMillis) {
    private static final Pattern IDLE = Pattern.compile("\"idle\"\\s*:\\s*(true|false)");
    private static final Pattern PENDING = Pattern.compile("\"pending\"\\s*:\\s*(\\d+)");
    private static final Pattern LAG = Pattern.compile("\"lagMillis\"\\s*:\\s*(\\d+)");

    static Backlog parse(String json) throws IOException {
        return new Backlog(
                found(IDLE, json).equals("true"),
                Long.parseLong(found(PENDING, json)),
                Long.parseLong(found(LAG, json)));
    }

    private static String found(Pattern pattern, String json) throws IOException {
        Matcher matcher = pattern.matcher(json);
        if (!matcher.find()) throw new IOException("no " + pattern + " in " + json.strip());
        return matcher.group(1);
    }
}
