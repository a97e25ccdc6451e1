package vesper.records.admin;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.http.Request;
import vesper.records.capture.InProcess;
import vesper.rest.triggers.Invoker;
import vesper.rest.triggers.Trigger;

/**
 * Resubmissions as a trigger: each is a piece of its work. They are recorded as the requests that they are, so not once
 * more as work.
 */
final class ResubmissionTrigger implements Trigger {
    private volatile @Nullable Invoker invoker;
    private volatile boolean paused;

    @Override
    public String kind() {
        return "resubmission";
    }

    @Override
    public String name() {
        return "tracker";
    }

    @Override
    public boolean isRecorded() {
        return false;
    }

    @Override
    public void start(Invoker given) {
        invoker = given;
        paused = false;
    }

    @Override
    public void stop() {
        paused = true;
    }

    /** Returns why nothing is resubmitted now. */
    Optional<String> refusal() {
        return paused
                ? Optional.of("resubmissions are paused; POST /admin/endpoints/resubmission:tracker/start resumes them")
                : Optional.empty();
    }

    InProcess.Outcome carryOut(InProcess inProcess, Request request) throws InterruptedException {
        Invoker here = invoker;
        if (here == null) return inProcess.carryOut(request);
        try {
            return here.invoke(request.path(), () -> inProcess.carryOut(request));
        } catch (InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
