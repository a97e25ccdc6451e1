package vesper.rest.media;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.codec.MediaFormat;

/**
 * A form in which a response can be sent.
 *
 * @param written the {@code Content-Type}
 * @param writtenFormat the format in which values are marshalled, null if they cannot be
 */
public record ResponseMediaType(
        MediaRange type, String written, @Nullable MediaFormat writtenFormat) {
    public static final ResponseMediaType JSON = of("application/json");
    public static final ResponseMediaType XML = of("application/xml");
    public static final ResponseMediaType TEXT_XML = of("text/xml");
    public static final ResponseMediaType TEXT = of("text/plain;charset=UTF-8");
    public static final ResponseMediaType BYTES = of("application/octet-stream");

    /**
     * Returns the representation of a media type, which keeps its spelling and parameters.
     *
     * @throws IllegalArgumentException if the text is not a media type
     */
    public static ResponseMediaType of(String written) {
        MediaRange type = MediaRange.parse(written)
                .orElseThrow(() -> new IllegalArgumentException("not a media type: " + written));
        return new ResponseMediaType(type, written.strip(), type.format().orElse(null));
    }

    public static ResponseMediaType of(MediaRange type) {
        return new ResponseMediaType(type, type.toString(), type.format().orElse(null));
    }

    public Optional<MediaFormat> format() {
        return Optional.ofNullable(writtenFormat);
    }

    /** Adds UTF-8 as character set if this is a text type other than JSON and XML without one. */
    public ResponseMediaType asUtf8() {
        boolean silent = type.type().equals("text")
                && writtenFormat == null
                && ContentType.parameter(written, "charset") == null;
        return silent ? new ResponseMediaType(type, written + ";charset=UTF-8", null) : this;
    }
}
