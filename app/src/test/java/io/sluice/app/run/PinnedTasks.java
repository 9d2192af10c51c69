package io.sluice.app.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.streams.processor.assignment.ApplicationState;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsState;
import org.apache.kafka.streams.processor.assignment.ProcessId;
import org.apache.kafka.streams.processor.assignment.TaskAssignor;
import org.apache.kafka.streams.processor.assignment.TaskInfo;

/**
 * Gives each of two instances the partition that its client tag names. As long as one has not come yet its partition is nobody's;
 * when one has gone, the other gets both. Made by Kafka by name; in one process, for one test.
 */
public final class PinnedTasks implements TaskAssignor {
    static final String TAG = "owns";
    private static final AtomicBoolean BOTH_CAME = new AtomicBoolean();

    @Override
    public TaskAssignment assign(ApplicationState state) {
        Map<String, ProcessId> owners = new HashMap<>();
        Map<ProcessId, Set<AssignedTask>> tasks = new HashMap<>();
        for (KafkaStreamsState instance : state.kafkaStreamsStates(false).values()) {
            owners.put(String.valueOf(instance.clientTags().get(TAG)), instance.processId());
            tasks.put(instance.processId(), new HashSet<>());
        }
        if (owners.size() == 2) {
            BOTH_CAME.set(true);
        }
        for (TaskInfo task : state.allTasks().values()) {
            ProcessId owner = owners.get(Integer.toString(task.id().partition()));
            if (owner == null && BOTH_CAME.get()) {
                owner = owners.values().iterator().next();
            }
            if (owner != null) {
                tasks.computeIfAbsent(owner, unused -> new HashSet<>())
                        .add(new AssignedTask(task.id(), AssignedTask.Type.ACTIVE));
            }
        }
        List<KafkaStreamsAssignment> assignments = new ArrayList<>();
        tasks.forEach((instance, its) -> assignments.add(KafkaStreamsAssignment.of(instance, its)));
        return new TaskAssignment(assignments);
    }
}
