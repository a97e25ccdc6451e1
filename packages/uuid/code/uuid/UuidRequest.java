package uuid;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/**
 * A request for UUIDs.
 *
 * @param count number of UUIDs, 1 to {@link #MOST}
 * @param name text that {@link UuidMethod#NAME} hashes; the same name gives the same UUID. The other methods ignore it
 */
record UuidRequest(UuidMethod method, int count, String name) {
    static final int MOST = 10_000;

    UuidRequest {
        if (count < 1 || count > MOST) throw refused("count is " + count + ", not of 1 to " + MOST);
        if (method == UuidMethod.NAME && name.isEmpty()) throw refused("method NAME needs a name");
    }

    static ResponseStatusException refused(String reason) {
        return new ResponseStatusException(HttpStatus.BAD_REQUEST, reason);
    }
}
