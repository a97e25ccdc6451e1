package vesper.http;

import java.io.IOException;

/** Ends an answer that is being sent on purpose: its connection is cut, and it is no fault to be told of. */
public final class CutOffException extends IOException {
    private static final long serialVersionUID = 1;

    public CutOffException(String why) {
        super(why);
    }
}
