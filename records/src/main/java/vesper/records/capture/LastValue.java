package vesper.records.capture;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import vesper.http.Headers;

/** The value of a field as a text, made anew only when it is another one than the time before. Used by one thread. */
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
