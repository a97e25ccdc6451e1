package vesper.records.rules;

import java.util.Collection;

/**
 * The statuses that a rule applies to: classes ({@code 5xx}) and single statuses ({@code 404}). An empty list means
 * all. An exchange without a status, whose client left before the answer, matches only the empty list.
 */
final class StatusFilter {
    private static final int FIRST = 100;
    private static final int LAST = 599;

    private final boolean any;
    private final boolean[] wanted = new boolean[LAST + 1];

    /**
     * Parses the statuses.
     *
     * @throws IllegalArgumentException if one of them is invalid; the message gives the reason
     */
    StatusFilter(Collection<String> written) {
        any = written.isEmpty();
        for (String one : written) add(one);
    }

    private void add(String written) {
        int status = status(written);
        boolean isClass = written.endsWith("xx");
        for (int one = status; one < status + (isClass ? 100 : 1); one++) wanted[one] = true;
    }

    /** Returns the status, or the first one of a class. */
    static int status(String written) {
        boolean isStatus = written.matches("[1-5](xx|[0-9]{2})");
        if (!isStatus) throw new IllegalArgumentException("expected a class such as 5xx or a status such as 404");
        return Integer.parseInt(written.replace("xx", "00"));
    }

    boolean matches(int status) {
        return any || (status >= FIRST && status <= LAST && wanted[status]);
    }
}
