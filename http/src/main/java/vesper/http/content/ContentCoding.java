package vesper.http.content;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import com.github.luben.zstd.util.Native;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The content codings implemented here (RFC 9110, section 8.4.1; RFC 8878), in order of preference. */
enum ContentCoding {
    ZSTD("zstd") {
        @Override
        OutputStream encoder(OutputStream out, int level) throws IOException {
            // A small window keeps the native memory of each response in flight below a megabyte.
            return new ZstdOutputStreamNoFinalizer(out, level)
                    .setWindowLog(SENT_WINDOW_LOG)
                    .setCloseFrameOnFlush(false);
        }

        @Override
        InputStream decoder(InputStream in) throws IOException {
            return new ZstdInputStreamNoFinalizer(in).setLongMax(TAKEN_WINDOW_LOG);
        }
    },
    GZIP("gzip") {
        @Override
        OutputStream encoder(OutputStream out, int level) throws IOException {
            return new GZIPOutputStream(out, BUFFER_BYTES, true) {
                {
                    def.setLevel(level);
                }
            };
        }

        @Override
        InputStream decoder(InputStream in) {
            return InflatingStream.ofGzip(in);
        }
    },
    /** The zlib format. Bare deflate, which some clients once sent under this name, is refused. */
    DEFLATE("deflate") {
        @Override
        OutputStream encoder(OutputStream out, int level) {
            return new DeflaterOutputStream(out, true) {
                {
                    def.setLevel(level);
                }
            };
        }

        @Override
        InputStream decoder(InputStream in) {
            return InflatingStream.ofZlib(in);
        }
    };

    private static final Logger log = LoggerFactory.getLogger(ContentCoding.class);

    private static final int BUFFER_BYTES = 4 << 10;
    private static final int SENT_WINDOW_LOG = 17;
    /** 8 MiB, the largest window that a zstd content coding may require of a receiver (RFC 9659). */
    private static final int TAKEN_WINDOW_LOG = 23;

    /** The codings that work on this machine: zstd needs a native library, which does not exist for every platform. */
    private static final class Available {
        static final List<ContentCoding> ALL = available();

        static final List<String> TOKENS =
                ALL.stream().map(ContentCoding::token).toList();

        private static List<ContentCoding> available() {
            try {
                Native.load();
                return List.of(values());
            } catch (LinkageError e) {
                log.warn("zstd cannot be used on this machine", e);
                return List.of(GZIP, DEFLATE);
            }
        }
    }

    private final String token;

    ContentCoding(String token) {
        this.token = token;
    }

    /** Returns the name used in header fields. */
    String token() {
        return token;
    }

    /**
     * Returns a stream that encodes into another one. A flush makes everything written so far decodable. It must be
     * closed.
     */
    abstract OutputStream encoder(OutputStream out, int level) throws IOException;

    /**
     * Returns a stream that decodes another one, and throws any {@link IOException} for broken input. It must be
     * closed.
     */
    abstract InputStream decoder(InputStream in) throws IOException;

    /** Returns the codings that work on this machine, in order of preference. */
    static List<ContentCoding> available() {
        return Available.ALL;
    }

    /** Returns the tokens of {@link #available}, in the same order. */
    static List<String> offered() {
        return Available.TOKENS;
    }

    /** Returns all tokens, for {@code Accept-Encoding}. */
    static String tokens() {
        return String.join(", ", offered().stream().sorted().toList());
    }

    static Optional<ContentCoding> named(String text) {
        String name = text.strip().toLowerCase(Locale.ROOT);
        // RFC 9110, section 8.4.1.3, recommends to treat x-gzip as gzip.
        String known = name.equals("x-gzip") ? GZIP.token : name;
        return available().stream().filter(coding -> coding.token.equals(known)).findFirst();
    }

    /** Returns whether a name belongs to one of these codings, even if it does not work on this machine. */
    static boolean isKnown(String token) {
        return Arrays.stream(values()).anyMatch(coding -> coding.token.equals(token));
    }
}
