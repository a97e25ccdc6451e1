package vesper.bench.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A request ready to be rendered: its head, and a body whose length is written once it is known. */
final class RequestForm {
    private static final byte[] CONTENT_LENGTH = "Content-Length: ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] END_OF_HEAD = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int MAX_DIGITS = 10;

    private final Template line;
    private final Template fields;
    private final Template body;
    private final boolean isHead;

    /**
     * @param line method and target
     * @param fields the rest of the head from the protocol on, without the body's length and without the empty line
     * @param isHead true for HEAD, whose responses have no body regardless of their header
     */
    RequestForm(Template line, Template fields, Template body, boolean isHead) {
        this.line = line;
        this.fields = fields;
        this.body = body;
        this.isHead = isHead;
    }

    boolean isHead() {
        return isHead;
    }

    boolean isConstant() {
        return line.isConstant() && fields.isConstant() && body.isConstant();
    }

    int maxBytes() {
        return line.maxBytes()
                + fields.maxBytes()
                + CONTENT_LENGTH.length
                + MAX_DIGITS
                + END_OF_HEAD.length
                + body.maxBytes();
    }

    /** @param scratch a buffer with room for {@link #maxBytes} */
    void render(RenderContext draw, ByteBuffer scratch, ByteBuffer into) {
        line.render(draw, into);
        fields.render(draw, into);
        body.render(draw, scratch.clear());
        scratch.flip();
        if (scratch.hasRemaining()) {
            into.put(CONTENT_LENGTH);
            Template.putDecimal(scratch.remaining(), into);
            into.put(END_OF_HEAD).put(scratch);
        } else {
            into.put((byte) '\r').put((byte) '\n');
        }
    }

    /** Returns the bytes of a constant request. */
    byte[] bytes() {
        ByteBuffer bytes = ByteBuffer.allocate(maxBytes());
        render(new RenderContext(0, Share.ALL), ByteBuffer.allocate(maxBytes()), bytes);
        byte[] exact = new byte[bytes.flip().remaining()];
        bytes.get(exact);
        return exact;
    }
}
