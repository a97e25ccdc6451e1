package vesper.http.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import vesper.http.Headers;
import vesper.http.HttpVersion;

/** A response with its whole body. The fields are those sent by the server, even if the body was decompressed. */
public final class ClientResponse {
    private static final Pattern CHARSET = Pattern.compile("(?i);\\s*charset\\s*=\\s*\"?([^\\s\";]+)");

    private final int status;
    private final HttpVersion version;
    private final Headers headers;
    private final URI uri;
    private final byte[] body;

    private final Headers trailers;

    ClientResponse(ResponseHead head, URI uri, byte[] body, Headers trailers) {
        this.status = head.status();
        this.version = head.version();
        this.headers = head.headers();
        this.uri = uri;
        this.body = body;
        this.trailers = trailers;
    }

    public int status() {
        return status;
    }

    /** Returns whether the status is from 200 to 299. */
    public boolean isSuccess() {
        return status / 100 == 2;
    }

    public HttpVersion version() {
        return version;
    }

    public Headers headers() {
        return headers;
    }

    /** Returns the first value of this name. */
    public Optional<String> header(String name) {
        return headers.first(name);
    }

    /** Returns the trailer fields sent after the body. */
    public Headers trailers() {
        return trailers;
    }

    /** Returns the final URI, after redirects. */
    public URI uri() {
        return uri;
    }

    /** Returns the body itself, not a copy. */
    public byte[] body() {
        return body;
    }

    /** Returns the body as text, in the charset named by {@code Content-Type}, or UTF-8. */
    public String text() {
        return new String(body, charset());
    }

    private Charset charset() {
        Matcher named = CHARSET.matcher(header("Content-Type").orElse(""));
        if (!named.find()) return UTF_8;
        try {
            return Charset.forName(named.group(1));
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            return UTF_8;
        }
    }

    @Override
    public String toString() {
        return status + ", " + body.length + " bytes";
    }
}
