package vesper.http.client;

/**
 * Whether answers that send a call elsewhere are followed (RFC 9110, section 15.4).
 *
 * @param most hops of one call; 0 hands such an answer to the caller as any other
 * @param toPlainHttp whether a call over https may be sent on to http, where everybody on the way can read it
 */
public record Redirects(int most, boolean toPlainHttp) {
    /** They are answers like any other. */
    public static final Redirects NONE = new Redirects(0, false);

    private static final int MOST = 100;

    public Redirects {
        if (most < 0 || most > MOST) throw new IllegalArgumentException(most + " redirects are not from 0 to " + MOST);
    }

    /** At most so many, never from https to http. */
    public static Redirects upTo(int most) {
        return new Redirects(most, false);
    }
}
