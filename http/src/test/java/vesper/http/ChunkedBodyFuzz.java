package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;

/**
 * Checks that chunked content yields the same content, or is refused for the same reason, however it is split, and
 * never exceeds the limit. Run by {@code scripts/fuzz.sh}; {@link FuzzCorpusTest} replays its corpus.
 */
public final class ChunkedBodyFuzz {
    private static final HttpLimits LIMITS =
            new TestSettings().bodyBytes(500).headerBytes(200).headerLines(5).limits();
    private static final RequestHead HEAD =
            new RequestHead(Method.POST, "/", "", HttpVersion.HTTP_1_1, Headers.NONE, 0, true, true, false, 0);

    private ChunkedBodyFuzz() {}

    public static void fuzzerTestOneInput(byte[] bytes) {
        String atOnce = decoded(bytes, bytes.length);
        for (int step : new int[] {1, 2, 3, 7}) {
            String inSteps = decoded(bytes, step);
            RequestHeadFuzz.check(inSteps.equals(atOnce), atOnce + " but by " + step + " bytes " + inSteps);
        }
    }

    private static String decoded(byte[] bytes, int step) {
        BodyDecoder decoder = new BodyDecoder(HEAD, LIMITS);
        Content content = new Content();
        int position = 0;
        while (position < bytes.length && !decoder.isDone() && decoder.refusal() == null)
            position = decoder.decode(bytes, position, Math.min(bytes.length, position + step), content);
        RequestHeadFuzz.check(content.bytes.size() == decoder.received(), "lost content");
        RequestHeadFuzz.check(decoder.received() <= LIMITS.bodyBytes(), "more content than allowed");
        return decoder.refusal() + " " + decoder.isDone() + " " + position + " " + content.bytes.toString(ISO_8859_1);
    }

    private static final class Content implements BodySink {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public void content(byte[] from, int start, int end) {
            bytes.write(from, start, end - start);
        }

        @Override
        public void finished() {}

        @Override
        public void failed(IOException reason) {}
    }
}
