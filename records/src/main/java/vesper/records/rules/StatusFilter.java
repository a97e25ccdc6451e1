package vesper.records.rules;

import java.util.Collection;

/**
 * Which statuses a rule is about: classes ({@code 5xx}) and single ones ({@code 404}); none for all of them. An exchange
 * without a status, whose client was gone before there was an answer, is of none of them.
 */
final class StatusFilter {
    private static final int FIRST = 100;
    private static final int LAST = 599;

    private final boolean any;
    private final boolean[] wanted = new boolean[LAST + 1];

    /** @throws IllegalArgumentException if one of them is neither; its message says why */
    StatusFilter(Collection<String> written) {
        any = written.isEmpty();
        for (String one : written) add(one);
    }

    private void add(String written) {
        int status = status(written);
        boolean isClass = written.endsWith("xx");
        for (int one = status; one < status + (isClass ? 100 : 1); one++) wanted[one] = true;
    }

    /** The status, or the first one of the class. */
    static int status(String written) {
        boolean isStatus = written.matches("[1-5](xx|[0-9]{2})");
        if (!isStatus) throw new IllegalArgumentException("expected a class such as 5xx or a status such as 404");
        return Integer.parseInt(written.replace("xx", "00"));
    }

    boolean matches(int status) {
        return any || (status >= FIRST && status <= LAST && wanted[status]);
    }
}
