package vesper.launcher.admin;

import vesper.http.Caller;
import vesper.http.Request;

/** Names the author of a change, for the audit: {@code ann, 127.0.0.1:54321}. */
public final class Who {
    private Who() {}

    /** Returns the verified name, if there is one, and the address. */
    public static String of(Request request) {
        Caller caller = request.caller();
        String address = ClientAddress.of(request.remoteAddress());
        return caller.isAuthenticated() ? caller.name() + ", " + address : address;
    }
}
