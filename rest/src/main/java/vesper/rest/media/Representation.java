package vesper.rest.media;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.codec.MediaFormat;

/**
 * A form in which an answer can be sent.
 *
 * @param written what its {@code Content-Type} says
 * @param writtenFormat how values become bytes of that type, null where they do not
 */
public record Representation(
        MediaRange type, String written, @Nullable MediaFormat writtenFormat) {
    public static final Representation JSON = of("application/json");
    public static final Representation XML = of("application/xml");
    public static final Representation TEXT_XML = of("text/xml");
    public static final Representation TEXT = of("text/plain;charset=UTF-8");
    public static final Representation BYTES = of("application/octet-stream");

    /**
     * The representation of a media type as it was written down.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static Representation of(String written) {
        MediaRange type =
                MediaRange.parse(written).orElseThrow(() -> new IllegalArgumentException("no media type: " + written));
        return new Representation(type, written.strip(), type.format().orElse(null));
    }

    public static Representation of(MediaRange type) {
        return new Representation(type, type.toString(), type.format().orElse(null));
    }

    public Optional<MediaFormat> format() {
        return Optional.ofNullable(writtenFormat);
    }

    /** The same, with UTF-8 spelled out where it is text of another kind than JSON and XML. */
    public Representation asUtf8() {
        boolean silent = type.type().equals("text")
                && writtenFormat == null
                && ContentType.parameter(written, "charset") == null;
        return silent ? new Representation(type, written + ";charset=UTF-8", null) : this;
    }
}
