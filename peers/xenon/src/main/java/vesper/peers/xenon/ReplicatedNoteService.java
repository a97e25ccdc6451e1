package vesper.peers.xenon;

import com.vmware.xenon.common.StatefulService;

/**
 * A service whose state is in the memory of all hosts of a group. One of them owns it and takes its updates, which succeed when
 * a majority has them.
 */
public final class ReplicatedNoteService extends StatefulService {
    public static final String FACTORY_LINK = "/notes/replicated";

    public ReplicatedNoteService() {
        super(NoteState.class);
        toggleOption(ServiceOption.REPLICATION, true);
        toggleOption(ServiceOption.OWNER_SELECTION, true);
    }
}
