package vesper.http.content;

import java.io.IOException;
import vesper.http.Refusal;
import vesper.http.RefusedException;

/** Errors in a request's coded content. The client caused them, so the request is refused. */
enum BodyComplaints implements BoundedInflation.Complaints {
    COMPLAINTS;

    @Override
    public IOException tooLarge(long mostBytes) {
        return refused(413, "the body is larger than " + mostBytes + " bytes once it is inflated");
    }

    @Override
    public IOException tooMuchFromTooLittle(long codedBytes, long inflatedBytes, int ratio) {
        return refused(413, "the body inflates to more than " + ratio + " times its size");
    }

    @Override
    public IOException broken(IOException cause) {
        RefusedException broken = refused(400, "the body is not what Content-Encoding says");
        broken.initCause(cause);
        return broken;
    }

    private static RefusedException refused(int status, String detail) {
        return new RefusedException(new Refusal(status, detail));
    }
}
