package vesper.records.capture;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import vesper.http.Headers;

/** Decodes the value of a header field. Reuses the previous text if the bytes are equal. Not thread-safe. */
final class LastValue implements Headers.Reader {
    private byte[] bytes = {};
    private String text = "";
    private boolean found;

    @Nullable
    String of(Headers headers, String name) {
        found = false;
        headers.readFirst(name, this);
        return found ? text : null;
    }

    @Override
    public void field(byte[] source, int nameFrom, int nameTo, int valueFrom, int valueTo) {
        found = true;
        if (Arrays.equals(source, valueFrom, valueTo, bytes, 0, bytes.length)) return;
        bytes = Arrays.copyOfRange(source, valueFrom, valueTo);
        text = new String(bytes, ISO_8859_1);
    }
}
