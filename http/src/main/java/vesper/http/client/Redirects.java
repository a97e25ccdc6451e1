package vesper.http.client;

/**
 * Settings for redirects (RFC 9110, section 15.4).
 *
 * @param most hops of one call; with 0 a redirect is returned like any other response
 * @param toPlainHttp whether a call may be redirected from https to http, where anyone on the path can read it
 */
public record Redirects(int most, boolean toPlainHttp) {
    /** Redirects are returned like any other response. */
    public static final Redirects NONE = new Redirects(0, false);

    private static final int MOST = 100;

    public Redirects {
        if (most < 0 || most > MOST) throw new IllegalArgumentException(most + " redirects are not from 0 to " + MOST);
    }

    /** Follows up to this number of redirects, never from https to http. */
    public static Redirects upTo(int most) {
        return new Redirects(most, false);
    }
}
