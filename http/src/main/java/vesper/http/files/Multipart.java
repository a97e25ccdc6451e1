package vesper.http.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import vesper.http.Response;

/** Several ranges of one file as {@code multipart/byteranges} (RFC 9110, section 14.6). */
final class Multipart implements Response.BodyWriter {
    private final List<Stretch> stretches = new ArrayList<>();
    private final List<byte[]> heads = new ArrayList<>();
    private final byte[] end;
    private final String boundary = UUID.randomUUID().toString();

    Multipart(StoredFile file, String mediaType, List<ByteRanges.Part> parts) {
        for (ByteRanges.Part part : parts) {
            String head = (stretches.isEmpty() ? "" : "\r\n") + "--" + boundary + "\r\nContent-Type: " + mediaType
                    + "\r\nContent-Range: " + part.of(file.sizeBytes()) + "\r\n\r\n";
            heads.add(head.getBytes(ISO_8859_1));
            stretches.add(new Stretch(file, part.from(), part.length()));
        }
        end = ("\r\n--" + boundary + "--\r\n").getBytes(ISO_8859_1);
    }

    String mediaType() {
        return "multipart/byteranges; boundary=" + boundary;
    }

    long length() {
        long length = end.length;
        for (int i = 0; i < heads.size(); i++)
            length += heads.get(i).length + stretches.get(i).length();
        return length;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        for (int i = 0; i < heads.size(); i++) {
            out.write(heads.get(i));
            stretches.get(i).writeTo(out);
        }
        out.write(end);
    }
}
