package vesper.peers.xenon;

import com.vmware.xenon.common.StatefulService;

/**
 * A service with its state in the memory of all hosts of a group. One host owns it and accepts its updates, which
 * succeed when a majority has them.
 */
public final class ReplicatedNoteService extends StatefulService {
    public static final String FACTORY_LINK = "/notes/replicated";

    public ReplicatedNoteService() {
        super(NoteState.class);
        toggleOption(ServiceOption.REPLICATION, true);
        toggleOption(ServiceOption.OWNER_SELECTION, true);
    }
}
